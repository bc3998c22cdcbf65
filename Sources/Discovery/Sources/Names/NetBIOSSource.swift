public import Model
public import Networking
import Wire

/// Asks every host that answers for its NetBIOS names (RFC 1002, section 4.2.17), within the budget.
public struct NetBIOSSource: DiscoverySource {
  /// NetBIOS name service.
  public let source = Source.netbios

  /// It asks each host once.
  public var asksHosts: Bool { true }

  private struct Question: Sendable {
    var target: IPAddress
    var interface: UInt32
    var id: UInt16
    var isRetry: Bool
  }

  private var generator: SplitMix64
  private var asked: Set<IPAddress> = []
  private var open: [UInt32: Question] = [:]
  private var lastTicket: UInt32 = 0

  /// Windows answers at once; a computer asleep on Wi-Fi takes some hundred milliseconds.
  private static let patience = Duration.milliseconds(600)
  private static let port = NetBIOSStatusRequest.port

  /// A source whose transaction IDs come from the generator.
  public init(generator: SplitMix64) {
    self.generator = generator
  }

  /// Whether a query is open.
  public var isActive: Bool { !open.isEmpty }

  /// Queries the hosts that answered before this source began.
  public mutating func start(_ context: inout SourceContext) {
    for (address, interface) in context.hosts.answering.sorted(by: { $0.key < $1.key }) {
      ask(address, interface: interface, isRetry: false, &context)
    }
  }

  /// Queries each host that answers.
  public mutating func learn(_ event: HostEvent, _ context: inout SourceContext) {
    guard case .answered(let address, let interface) = event else { return }
    ask(address, interface: interface, isRetry: false, &context)
  }

  private mutating func ask(
    _ target: IPAddress,
    interface: UInt32,
    isRetry: Bool,
    _ context: inout SourceContext
  ) {
    guard target.v4 != nil, context.plan.mayAsk(target), !context.plan.isOwn(target),
      isRetry || asked.insert(target).inserted
    else { return }
    lastTicket += 1
    let id = UInt16.random(in: .min ... .max, using: &generator)
    open[lastTicket] = Question(
      target: target,
      interface: interface,
      id: id,
      isRetry: isRetry
    )
    let probe = Probe(
      target: Endpoint(target, port: Self.port),
      interface: interface,
      timeout: Self.patience,
      purpose: .netbios
    )
    let request = NetBIOSStatusRequest(id: id)
    context.request(
      .exchange(context.ticket(lastTicket), probe, payload: request.serialised)
    )
  }

  /// Takes answers and their absence.
  public mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    switch event {
    case .datagram(let ticket, let datagram):
      guard let question = open[ticket.number] else { return }
      take(datagram, answering: question, &context)
    case .probed(let ticket, _, let outcome):
      guard let question = open.removeValue(forKey: ticket.number) else { return }
      // A refusal or an unreachable host stays so; silence may be a lost packet.
      let isWorthRetrying =
        switch outcome {
        case .timedOut: true
        case .localFailure(let failure): failure.isTransient
        case .open, .refused, .unreachable: false
        }
      if isWorthRetrying, !question.isRetry {
        ask(question.target, interface: question.interface, isRetry: true, &context)
      }
    default:
      break
    }
  }

  private func take(
    _ datagram: Datagram,
    answering question: Question,
    _ context: inout SourceContext
  ) {
    guard datagram.source.address == question.target, datagram.source.port == Self.port,
      let status = try? NetBIOSStatusResponse(parsing: datagram.payload),
      status.id == question.id
    else { return }
    context.observe(.answered(rttMs: nil), about: question.target)
    guard let identity = NetBIOSIdentity(status) else { return }
    context.observe(.netbios(identity), about: question.target)
    if let name = identity.names.first {
      context.observe(.name(name), about: question.target)
    }
  }
}

extension NetBIOSIdentity {
  /// Windows and samba list fewer than ten.
  private static let mostNames = 16

  /// The identity in a node status; `nil` without a usable name.
  init?(_ status: NetBIOSStatusResponse) {
    let unique = status.entries.filter { !$0.isGroup && $0.name.isWord }
    // 0x00 is the workstation's name, 0x20 the file server's; the others are users and roles.
    let ranked = unique.filter { $0.name.suffix == 0x00 } + unique.filter { $0.name.suffix == 0x20 }
    var names: [String] = []
    for entry in ranked where !names.contains(entry.name.text) && names.count < Self.mostNames {
      names.append(entry.name.text)
    }
    let group = status.entries.first { $0.isGroup && $0.name.suffix == 0x00 && $0.name.isWord }
    guard !names.isEmpty || group != nil else { return nil }
    self.init(
      names: names,
      group: group?.name.text,
      mac: status.mac.flatMap { $0.isUsable ? $0 : nil }
    )
  }
}

extension NetBIOSName {
  /// Whether it is more than padding and markers such as `\u{1}\u{2}__MSBROWSE__\u{2}`.
  fileprivate var isWord: Bool {
    let text = self.text
    return !text.isEmpty && text != "*" && text.unicodeScalars.allSatisfy { $0.value >= 0x20 }
  }
}
