public import Model
public import Networking
import Wire

/// Finds devices and their services by multicast DNS (RFC 6762, RFC 6763).
///
/// Everything is asked at once in a few packets of many questions: the meta-query and the known
/// types, first from a port of its own, so that answers come back even where another program holds
/// port 5353, then from port 5353 with known answers and growing gaps. Types, hosts and attributes
/// that were heard of but not told are asked for; hosts that answer others but are silent here are
/// asked one by one for their names.
public struct MDNSSource: DiscoverySource {
  /// Multicast DNS.
  public let source = Source.mdns

  /// It asks each host once.
  public var asksHosts: Bool { true }

  var generator: SplitMix64
  var links: [MDNSLink] = []
  var senders: [IPAddress: MDNSSender] = [:]
  /// What all senders' books hold together, in bytes.
  var size = 0
  /// The types that are asked for, those heard of last.
  var types = KnownServiceTypes.all
  var knownTypes = Set(KnownServiceTypes.all)
  /// The types that the meta-query's answers named, and when they last did.
  var toldTypes: [DNSServiceType: MonotonicTime] = [:]
  var inquiries = MDNSInquiries()
  /// Hosts that have yet to be heard here, in the order in which they will be asked.
  var silent: [(host: IPAddress, link: Int, due: MonotonicTime)] = []
  var silentAsked: Set<IPAddress> = []
  private var armed: MonotonicTime?

  private static let timer = UInt32.max

  /// A source whose query numbers come from the generator.
  public init(generator: SplitMix64) {
    self.generator = generator
  }

  /// Whether something has yet to be asked for the first time.
  public var isActive: Bool {
    links.contains { !$0.isSettled || $0.hasMulticast && $0.repeater != nil && $0.wavesSent == 0 }
      || inquiries.hasFresh || !silent.isEmpty
  }

  /// Opens the sockets.
  public mutating func start(_ context: inout SourceContext) {
    links = MDNSLink.links(of: context.plan.interfaces)
    for link in links {
      for socket in link.sockets {
        context.request(.open(context.ticket(socket.number), .udp(socket.options)))
      }
    }
    for (host, interface) in context.hosts.answering.sorted(by: { $0.key < $1.key }) {
      learn(.answered(host, interface: interface), &context)
    }
    arm(&context)
  }

  /// Remembers who answers, to ask those who stay silent here.
  public mutating func learn(_ news: HostNews, _ context: inout SourceContext) {
    guard case .answered(let host, let interface) = news else { return }
    noteHost(host, interface: interface, &context)
    arm(&context)
  }

  /// Takes what came in.
  public mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    let number = event.ticket.number
    if case .woke = event, number == Self.timer {
      // One whose place an earlier one took.
      if let armed, context.now < armed { return }
      armed = nil
      askWhatIsDue(&context)
    } else if links.indices.contains(Int(number / 2)) {
      let index = Int(number / 2)
      switch event {
      case .opened: settle(index, number, isOpen: true, &context)
      case .failed: settle(index, number, isOpen: false, &context)
      case .datagram(_, let datagram): hear(datagram, on: index, number, &context)
      default: break
      }
    }
    arm(&context)
  }

  private mutating func settle(
    _ index: Int,
    _ number: UInt32,
    isOpen: Bool,
    _ context: inout SourceContext
  ) {
    if number == links[index].listener {
      links[index].noteListener(isOpen: isOpen, now: context.now)
    } else {
      links[index].isAskerOpen = isOpen
      links[index].isSettled = true
    }
    if links[index].isSettled, links[index].wavesSent == 0 { sendWave(index, &context) }
  }

  /// Has itself woken when something is due next.
  private mutating func arm(_ context: inout SourceContext) {
    let moments =
      links.compactMap(\.nextWave) + [inquiries.nextDue, silent.first?.due].compactMap(\.self)
    guard let next = moments.min() else { return }
    if let armed, armed <= next { return }
    armed = next
    context.request(.wake(context.ticket(Self.timer), at: next))
  }
}

/// What is known of one sender.
struct MDNSSender: Sendable {
  var book = MDNSBook()
  /// The names and claims that were reported.
  var reported: Set<Fact> = []
  /// The names whose models were asked for.
  var models: Set<DNSName> = []
  /// How many unknown types it has named.
  var newTypes = 0
}
