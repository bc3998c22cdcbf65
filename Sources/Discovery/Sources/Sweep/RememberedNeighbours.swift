import Wire

/// Devices that the neighbour table remembers from before the scan, until somebody settles whether
/// they are still there.
struct RememberedNeighbours: Sendable {
  /// The most that are asked; a table of a home's size fits.
  static let limit = 512

  /// Whether unsettled ones keep the scan going.
  var holds = false
  private var unsettled: Set<IPAddress> = []
  private var asked: [IPAddress] = []
  private var isOver = false

  /// Whether the scan should wait for them.
  var holdsScan: Bool { holds && !isOver && !unsettled.isEmpty }

  /// Remembers an address; the number of the exchange that asks it, `nil` where it is known already
  /// or there are too many.
  mutating func insert(_ address: IPAddress) -> Int? {
    guard asked.count < Self.limit, !isOver, unsettled.insert(address).inserted else { return nil }
    asked.append(address)
    return asked.count - 1
  }

  /// Whether it is one that nobody has settled yet.
  func contains(_ address: IPAddress) -> Bool { unsettled.contains(address) }

  /// The address that an exchange asked, where nobody has settled it yet.
  func unsettled(exchange: Int) -> IPAddress? {
    guard asked.indices.contains(exchange), unsettled.contains(asked[exchange]) else { return nil }
    return asked[exchange]
  }

  /// Notes that it is known now.
  mutating func settle(_ address: IPAddress) {
    unsettled.remove(address)
  }

  /// Waits no longer.
  mutating func giveUp() {
    isOver = true
  }
}
