public import Networking
public import Wire

/// Asks the kernel's neighbour table, and nobody else, which addresses a MAC has.
public struct NeighbourLookup: NetworkMachine {
  /// The IPv4 addresses, ascending.
  public typealias Output = [IPv4Address]

  private let mac: MACAddress

  /// A look-up of the MAC.
  public init(_ mac: MACAddress) {
    self.mac = mac
  }

  /// Reads the table.
  public mutating func start(_ port: inout NetworkPort<Output>) {
    port.request(.readNeighbours(Ticket(owner: 0, number: 0)))
  }

  /// Takes what is in it.
  public mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Output>) {
    switch event {
    case .neighbours(_, let entries):
      port.output(entries.filter { $0.mac == mac }.compactMap(\.address.v4).sorted())
      port.finish()
    case .failed:
      port.finish()
    default:
      break
    }
  }
}
