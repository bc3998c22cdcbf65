/// A large value behind a reference: copies of what holds it share it until one of them changes it.
///
/// A device is kept by the inventory, by the fold, by who tells and by who serves; each would have
/// all of it once more.
struct Shared<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  /// Shares the value from now on.
  init(_ value: Value) { box = Box(value) }

  var value: Value {
    get { box.value }
    set { box = Box(newValue) }
  }
}

extension Shared: Equatable where Value: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    left.box === right.box || left.value == right.value
  }
}

extension Shared: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
