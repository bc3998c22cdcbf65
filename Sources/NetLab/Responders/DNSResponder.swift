public import Networking
public import Wire

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

  /// Nothing: it speaks when spoken to.
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
