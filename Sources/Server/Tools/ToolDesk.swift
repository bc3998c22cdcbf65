import Net

/// How many tools run at one time: who finds no seat has to come back.
final class ToolDesk: Sendable {
  private let taken = Lock(0)
  private let seats: Int

  init(seats: Int) { self.seats = seats }

  /// A seat, which is free again when nobody holds it any more; `nil` where all are taken.
  func take() -> Seat? {
    let isFree = taken.withLock { taken in
      guard taken < seats else { return false }
      taken += 1
      return true
    }
    return isFree ? Seat(self) : nil
  }

  /// A tool's right to run.
  final class Seat: Sendable {
    private let desk: ToolDesk

    fileprivate init(_ desk: ToolDesk) { self.desk = desk }

    deinit { desk.taken.withLock { $0 -= 1 } }
  }
}
