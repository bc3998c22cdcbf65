import Model
public import Networking
public import Wire

extension SimulatedDevice {
  /// Everything that answers over UDP on the device's behalf; a router knows its home's names.
  public func responders(in home: SimulatedHome) -> [any Responder] {
    let own: [(any Responder)?] = [
      MDNSResponder(self), SSDPResponder(self), NetBIOSResponder(self),
      isRouter ? DNSResponder(home: home.devices) : nil,
    ]
    return own.compactMap(\.self) + datagrams.map { $0.late(by: lateness) }
  }

  /// How much later than others it answers; its responders have added it to their delays.
  package var lateness: Duration {
    if case .slow(let delay) = behaviour { delay } else { .zero }
  }
}

/// The simulated home's resolver: it knows the names that the router gave out, and nothing else.
public struct DNSResponder: Responder {
  /// Where resolvers listen.
  public let port: UInt16 = 53
  /// None: it is asked directly.
  public let groups: [IPAddress] = []

  private let addresses: [DNSName: IPv4Address]
  private let names: [DNSName: DNSName]
  private let lateness: Duration

  /// The seconds that dnsmasq lets names from DHCP be remembered would be 0; routers say a minute.
  private static let ttl: UInt32 = 60

  /// The resolver of a home with these devices; of those that share a name or an address the first
  /// counts.
  public init(home: [SimulatedDevice]) {
    let named = home.compactMap { device in
      device.dnsName.flatMap { DNSName($0) }.map { (name: $0, address: device.address) }
    }
    addresses = Dictionary(named.map { ($0.name, $0.address) }) { first, _ in first }
    names = Dictionary(
      named.map { (DNSName(reverseOf: .v4($0.address)), $0.name) }
    ) { first, _ in first }
    lateness = home.first { $0.isRouter }?.lateness ?? .zero
  }

  /// None: it only answers.
  public func announcements() -> [Response] { [] }

  /// The answer to a query: an address, a name, or that there is none.
  public func responses(to datagram: Datagram) -> [Response] {
    guard let query = try? DNSMessage(parsing: datagram.payload), !query.flags.isResponse,
      query.flags.opcode == 0, query.questions.count == 1, let question = query.questions.first
    else { return [] }
    var flags = DNSFlags.authoritativeAnswer
    flags.isRecursionDesired = query.flags.isRecursionDesired
    flags.isRecursionAvailable = true
    var records: [DNSRecord] = []
    if let address = addresses[question.name] {
      records = [DNSRecord(question.name, .a(address), ttl: Self.ttl)]
    } else if let name = names[question.name] {
      records = [DNSRecord(question.name, .ptr(name), ttl: Self.ttl)]
    } else {
      flags.responseCode = 3
    }
    let answer = DNSMessage(
      id: query.id,
      flags: flags,
      questions: query.questions,
      answers: records.filter(question.isAnswered(by:))
    )
    return [Response(to: datagram.source, payload: answer.serialised, delay: lateness)]
  }
}

/// A simulated device's NetBIOS name service: it answers node status requests.
public struct NetBIOSResponder: Responder {
  /// Where the name service listens.
  public let port = NetBIOSStatusRequest.port
  /// None: it is asked directly.
  public let groups: [IPAddress] = []

  private let identity: NetBIOSIdentity
  private let lateness: Duration

  /// The responder of a device; `nil` if it has no NetBIOS names.
  public init?(_ device: SimulatedDevice) {
    guard let identity = device.netbios else { return nil }
    self.identity = identity
    lateness = device.lateness
  }

  /// None: it only answers.
  public func announcements() -> [Response] { [] }

  /// The answer to a request for all names: workstation, file server, and the group.
  public func responses(to datagram: Datagram) -> [Response] {
    guard let request = try? NetBIOSStatusRequest(parsing: datagram.payload),
      request.name == .wildcard
    else { return [] }
    var entries = identity.names.flatMap { name in
      [UInt8(0x00), 0x20].map { NetBIOSStatusResponse.Entry(NetBIOSName(name, suffix: $0)) }
    }
    if let group = identity.group {
      entries.append(.init(NetBIOSName(group, suffix: 0), isGroup: true))
      entries.append(.init(NetBIOSName(group, suffix: 0x1E), isGroup: true))
    }
    let response = NetBIOSStatusResponse(id: request.id, entries: entries, mac: identity.mac)
    return [Response(to: datagram.source, payload: response.serialised, delay: lateness)]
  }
}
