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

/// Which link address answered at which IPv4 address last.
struct LinkAddressOwners: Sendable {
  private var owners: [IPAddress: MACAddress] = [:]
  private var addresses: [MACAddress: [IPAddress]] = [:]

  /// As many as a scan can find.
  private static let most = 8192
  /// A repeater has those of its clients, too; then only the address asked for tells which is its own.
  private static let mostOfOne = 8

  /// Takes an answer.
  mutating func note(_ mac: MACAddress, at address: IPAddress) {
    guard owners[address] != nil || owners.count < Self.most else { return }
    if let before = owners.updateValue(mac, forKey: address), before != mac {
      let rest = addresses[before, default: []].filter { $0 != address }
      addresses[before] = rest.isEmpty ? nil : rest
    }
    var known = addresses[mac, default: []].filter { $0 != address }
    if known.count < Self.mostOfOne { known.append(address) }
    addresses[mac] = known
  }

  /// Whether the link address answered there last.
  func has(_ mac: MACAddress, _ address: IPAddress) -> Bool { owners[address] == mac }

  /// Where the link address is: at the address that its owner asked for, or at the only one.
  func address(of mac: MACAddress, preferring wanted: IPAddress?) -> IPAddress? {
    if let wanted, owners[wanted] == mac { return wanted }
    let known = addresses[mac] ?? []
    return known.count == 1 ? known.first : nil
  }
}

/// The addresses that clients asked for, to be resolved a little later.
struct AddressChecks: Sendable {
  struct Check: Hashable, Sendable {
    var address: IPv4Address
    var interface: UInt32
  }

  private var waiting: [(check: Check, due: MonotonicTime)] = []
  private var planned: [Check: MonotonicTime] = [:]

  /// The server's answer, and the client's look whether the address is free (RFC 5227).
  static let delay: Duration = .seconds(4)
  /// How long an address that was planned is not planned again.
  static let rest: Duration = .seconds(60)
  /// In each rest, whoever asks: one host can make up any number of clients.
  static let most = 32

  /// Plans a check; when it is due, `nil` where it is not planned.
  mutating func add(_ check: Check, now: MonotonicTime) -> MonotonicTime? {
    planned = planned.filter { now - $0.value < Self.rest }
    guard planned[check] == nil, planned.count < Self.most else { return nil }
    planned[check] = now
    waiting.append((check, now + Self.delay))
    return now + Self.delay
  }

  /// Takes out what is due.
  mutating func takeDue(now: MonotonicTime) -> [Check] {
    let due = waiting.filter { $0.due <= now }.map(\.check)
    waiting.removeAll { $0.due <= now }
    return due
  }
}
