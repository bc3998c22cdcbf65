import Wire

/// A monitor's place in a list, after which the next page begins; it remains one where the monitor goes.
public struct MonitorCursor: Hashable, Comparable, Sendable {
  /// The order of the list.
  public let order: MonitorQuery.Order
  /// The id of the monitor.
  public let id: String
  /// Empty, as the rank is 0, in a list by id.
  let name: String
  let rank: Int

  /// The longest text that is read: names and ids have a few hundred bytes.
  private static let mostText = 8192

  /// The place of a monitor as it is now.
  public init(of monitor: ListedMonitor, in order: MonitorQuery.Order) {
    self.order = order
    id = monitor.id
    switch order {
    case .worst:
      name = monitor.name
      rank = monitor.state.rank
    case .id:
      name = ""
      rank = 0
    }
  }

  /// Reads what ``text`` gives.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.mostText else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, let order = MonitorQuery.Order(rawValue: String(parts[0])),
      let rank = Int(parts[1]), let name = Self.string(parts[2]), let id = Self.string(parts[3])
    else { return nil }
    self.order = order
    self.rank = rank
    self.name = name
    self.id = id
    // Digits have more than one spelling.
    guard !id.isEmpty, (0...MonitorState.paused.rank).contains(rank), self.text == text else {
      return nil
    }
  }

  /// The place in letters, digits and hyphens, which nobody but us has to understand.
  public var text: String {
    "\(order.rawValue)-\(rank)-\(Hex.encode(name.utf8))-\(Hex.encode(id.utf8))"
  }

  private static func string(_ digits: Substring) -> String? {
    Hex.decode(digits.utf8).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Earlier in a list before later.
  public static func < (left: Self, right: Self) -> Bool {
    (left.rank, left.name, left.id) < (right.rank, right.name, right.id)
  }
}
