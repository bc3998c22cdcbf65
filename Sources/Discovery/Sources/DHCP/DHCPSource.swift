public import Model
public import Networking
import Wire

/// Hears DHCP's broadcasts (`CAP_NET_RAW`): who asks for an address, and which servers give them out.
///
/// No DHCP is sent. What a client says of itself is told of an address once its link address has answered
/// there, so that made-up clients make no devices. In a lasting scan an empty datagram to the address that
/// a client asked for makes the kernel resolve it, so that who joins is seen at once.
public struct DHCPSource: DiscoverySource {
  /// DHCP.
  public let source = Source.dhcp
  /// Passive: nothing to wait for.
  public let isActive = false
  /// The link addresses that other sources learn of.
  public let followsFacts = true

  private var interfaces: [UInt32] = []
  private var clients = DHCPClients()
  private var owners = LinkAddressOwners()
  /// What was told of each server.
  private var servers: [IPv4Address: Set<DHCPServer>] = [:]
  private var checks = AddressChecks()

  private static let mostInterfaces = 4
  /// A rogue can make up any number.
  private static let mostServers = 64
  /// Those that only clients name must not keep out one that answers.
  private static let mostNamedServers = 32
  /// A server seldom changes its card or its router; more versions than this are forged.
  private static let mostOfAServer = 4
  private static let wakeNumber = UInt32.max
  private static let solicitNumber = UInt32.max - 1

  /// A source that has yet to start.
  public init() {}

  /// Opens the sockets, where the plan may have such.
  public mutating func start(_ context: inout SourceContext) {
    guard context.plan.canUseRawSockets else { return }
    interfaces = context.plan.interfaces.filter { interface in
      interface.isBroadcast && !interface.isLoopback && !interface.ipv4.isEmpty
    }.prefix(Self.mostInterfaces).map(\.index)
    for (number, interface) in interfaces.enumerated() {
      context.request(.open(context.ticket(UInt32(number)), .dhcp(interface: interface)))
    }
  }

  /// Handles received frames.
  public mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    switch event {
    case .datagram(let ticket, let datagram):
      guard interfaces.indices.contains(Int(ticket.number)),
        let frame = try? DHCPFrame(parsing: datagram.payload), frame.source.isUsable
      else { return }
      let interface = interfaces[Int(ticket.number)]
      switch frame.message.operation {
      case .request: take(request: frame, interface, &context)
      case .reply: take(reply: frame, interface, &context)
      }
    case .woke: check(&context)
    default: break
    }
  }

  /// Takes the link addresses that answered.
  public mutating func learn(_ event: HostEvent, _ context: inout SourceContext) {
    guard !interfaces.isEmpty, case .learnt(.linkAddress(let mac), about: let subject?) = event,
      subject.v4 != nil, mac.isUsable
    else { return }
    owners.note(mac, at: subject)
    tell(mac, &context)
  }

  // MARK: Clients

  private mutating func take(
    request frame: DHCPFrame,
    _ interface: UInt32,
    _ context: inout SourceContext
  ) {
    let message = frame.message
    // A relay speaks for others; and who fills in another's address is not the client.
    guard message.relay == .any, message.hardwareAddress == frame.source,
      !context.plan.interfaces.contains(where: { $0.mac == frame.source })
    else { return }
    switch message.kind {
    case .request?:
      if let server = message.serverIdentifier,
        context.plan.isOnLink(.v4(server), interface: interface)
      {
        note(server, DHCPServer(), &context)
      }
    case .discover?, .inform?: break
    default: return
    }
    let wanted = message.requestedAddress ?? message.clientAddress
    let address = wanted == .any ? nil : wanted
    clients.note(DHCPRequest(message), of: frame.source, wanting: address)
    tell(frame.source, &context)
    if message.kind != .discover, let address {
      plan(address, of: frame.source, interface, &context)
    }
  }

  /// Tells what a client says of itself, where it is known at which address it is.
  private mutating func tell(_ mac: MACAddress, _ context: inout SourceContext) {
    guard let wanted = clients.wanted(by: mac),
      let address = owners.address(of: mac, preferring: wanted.map { .v4($0) }),
      let request = clients.untold(of: mac, at: address)
    else { return }
    context.observe(.dhcp(request), about: address)
    if let name = Fact.called(request.hostname) { context.observe(name, about: address) }
  }

  // MARK: Servers

  private mutating func take(
    reply frame: DHCPFrame,
    _ interface: UInt32,
    _ context: inout SourceContext
  ) {
    let message = frame.message
    switch message.kind {
    case .offer?, .acknowledgement?, .refusal?: break
    default: return
    }
    if let server = message.serverIdentifier {
      // What a relay passes on comes from the relay's card.
      let mac = message.relay == .any ? frame.source : nil
      note(server, DHCPServer(mac: mac, router: message.router.map { .v4($0) }), &context)
    }
    guard message.kind == .acknowledgement, message.yourAddress != .any else { return }
    plan(message.yourAddress, of: message.hardwareAddress, interface, &context)
  }

  private mutating func note(
    _ server: IPv4Address,
    _ said: DHCPServer,
    _ context: inout SourceContext
  ) {
    switch server.scope {
    case .privateUse, .global, .linkLocal: break
    default: return
    }
    let most = said.mac == nil ? Self.mostNamedServers : Self.mostServers
    let told = servers[server] ?? []
    guard !context.plan.isOwn(.v4(server)), !told.contains(said), told.count < Self.mostOfAServer,
      !told.isEmpty || servers.count < most
    else { return }
    context.observe(.dhcpServer(said), about: .v4(server))
    servers[server, default: []].insert(said)
  }

  // MARK: Who joins

  private mutating func plan(
    _ address: IPv4Address,
    of mac: MACAddress,
    _ interface: UInt32,
    _ context: inout SourceContext
  ) {
    // A watch that is paused only listens.
    guard context.plan.lasting != nil, !context.plan.listensOnly,
      context.plan.covers(address, on: interface), context.plan.mayAsk(.v4(address)),
      // Neither beyond a router nor to everybody.
      context.plan.interface(interface)?.ipv4.contains(where: {
        $0.prefix.hosts.contains(address.rawValue)
      }) == true,
      !context.plan.isOwn(.v4(address)), !owners.has(mac, .v4(address))
    else { return }
    let check = AddressChecks.Check(address: address, interface: interface)
    guard let due = checks.add(check, now: context.now) else { return }
    context.request(.wake(context.ticket(Self.wakeNumber), at: due))
  }

  private mutating func check(_ context: inout SourceContext) {
    for check in checks.takeDue(now: context.now) {
      context.request(
        .solicit(
          context.ticket(Self.solicitNumber),
          [check.address],
          interface: check.interface
        )
      )
    }
  }
}

extension DHCPRequest {
  /// The longest client identifier that is kept, in bytes; those of RFC 4361 have about twenty.
  private static let longestID = 64
  /// The longest text that is kept: options of more than 255 bytes come in parts.
  private static let longestText = 255

  /// What a client's message says of the client.
  init(_ message: DHCPMessage) {
    self.init(
      hostname: (message.hostName ?? message.qualifiedName).map(Self.cut),
      vendorClass: message.vendorClass.map(Self.cut),
      parameters: Array(message.parameters.prefix(255)),
      clientID: Self.clientID(message)
    )
  }

  private static func cut(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText)))
  }

  /// The client identifier, unless it is the link address, with its type or without.
  private static func clientID(_ message: DHCPMessage) -> String? {
    guard let id = message.clientIdentifier, id.count <= longestID else { return nil }
    let mac = message.hardwareAddress.bytes
    guard id != mac, !(id.count == mac.count + 1 && id.dropFirst().elementsEqual(mac)) else {
      return nil
    }
    return Hex.encode(id)
  }
}
