import Model
import Networking
import Wire

/// What was heard of each DHCP client, by link address; of too many the oldest is forgotten.
struct DHCPClients: Sendable {
  private struct Client: Sendable {
    var request: DHCPRequest
    var wanted: IPv4Address?
    /// What was told of it last, and where.
    var told: (request: DHCPRequest, address: IPAddress)?
    var tellings = 0
  }

  private var clients: [MACAddress: Client] = [:]
  private var order = Fifo<MACAddress>()

  /// One host can make up any number.
  static let most = 512
  /// A client has the same to say each time; more versions than this are forged.
  private static let mostOfAClient = 8

  /// Takes what a client said.
  mutating func note(_ request: DHCPRequest, of mac: MACAddress, wanting address: IPv4Address?) {
    if clients[mac] == nil {
      if clients.count >= Self.most, let oldest = order.popFirst() { clients[oldest] = nil }
      clients[mac] = Client(request: request)
      order.append(mac)
    }
    clients[mac]?.request = request
    if let address { clients[mac]?.wanted = address }
  }

  /// The address that a client last asked for, `.some(nil)` where it named none; `nil` where none was
  /// heard with that link address.
  func wanted(by mac: MACAddress) -> IPv4Address?? { clients[mac].map(\.wanted) }

  /// What a client says, where that was not told of this address yet.
  mutating func untold(of mac: MACAddress, at address: IPAddress) -> DHCPRequest? {
    guard let client = clients[mac], client.tellings < Self.mostOfAClient else { return nil }
    if let told = client.told, told.request == client.request, told.address == address {
      return nil
    }
    clients[mac]?.told = (client.request, address)
    clients[mac]?.tellings += 1
    return client.request
  }
}
