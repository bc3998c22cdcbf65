import Discovery
import Model
import Networking
import Wire

/// Asks everybody on a link at once: one datagram a protocol, repeated once.
///
/// Most smart devices answer the broadcast of their maker's app, whatever their MAC address says, and
/// many answer nothing else. Sent a few at a time, so that a sleepy access point isn't flooded.
package struct BroadcastInquirySource: DiscoverySource {
  /// The discovery protocols of single makers.
  let source = Source.udp

  private let rows: [BroadcastProtocol]
  private var links: [BroadcastLink] = []
  private var senders: [IPAddress: Sender] = [:]
  /// Bytes that all senders' facts take, roughly.
  private var size = 0

  /// What has been taken of a sender.
  private struct Sender: Sendable {
    var datagrams = 0
    var facts: Set<Fact> = []
  }

  /// Datagrams sent at one time, and the time between.
  static let batch = 4
  static let spacing = Duration.milliseconds(8)
  /// When the datagrams are repeated, counted from the first; an answer to the first of a device that
  /// lost no packet has come long before.
  static let repetition = Duration.milliseconds(900)
  private static let mostSenders = 1024
  /// Read of one sender: a device answers one protocol, a server five, each twice.
  private static let mostDatagrams = 32
  private static let mostFacts = 24
  /// Forged senders cost nothing; a home's answers are some ten kilobytes.
  private static let mostSize = 2 << 20
  /// Nothing that is read is longer.
  private static let longestAnswer = 8 << 10

  /// A source that has yet to start.
  init(rows: [BroadcastProtocol] = BroadcastProtocols.all) {
    self.rows = rows
  }

  /// Whether the first datagrams have yet to be sent.
  var isActive: Bool { links.contains { !$0.isSettled } }

  mutating func start(_ context: inout SourceContext) {
    links = BroadcastLink.links(of: context.plan, rows: rows)
    for link in links {
      context.request(.open(context.ticket(link.asker), .udp(link.askerOptions)))
      for listener in link.listeners {
        let options = UDPSocketOptions(
          family: link.family,
          interface: link.interface.index,
          port: listener.port,
          groups: listener.groups
        )
        context.request(.open(context.ticket(listener.number), .udp(options)))
      }
    }
  }

  mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    let index = BroadcastLink.index(of: event.ticket)
    guard links.indices.contains(index) else { return }
    let isAsker = event.ticket.number == links[index].asker
    switch event {
    case .opened(_, let localPort) where isAsker:
      links[index].localPort = localPort
      links[index].began = context.now
      sendNext(index, &context)
    case .failed where isAsker:
      links[index].isSettled = true
    case .woke:
      sendNext(index, &context)
    case .datagram(let ticket, let datagram):
      receive(datagram, at: ticket.number, links[index], &context)
    default:
      break
    }
  }

  // MARK: Asking

  /// Sends the next few datagrams of the round, and asks to be woken for the rest.
  private mutating func sendNext(_ index: Int, _ context: inout SourceContext) {
    let link = links[index]
    guard let localPort = link.localPort, link.round < 2 else { return }
    let asker = BroadcastProtocol.Asker(address: link.subnet?.own ?? .any, port: localPort)
    let batch = link.rows[link.next...].prefix(Self.batch)
    for row in batch {
      guard let target = link.target(of: row) else { continue }
      let datagram = link.round == 0 ? row.datagram : row.secondDatagram ?? row.datagram
      context.request(
        .send(
          context.ticket(link.asker),
          to: target,
          payload: datagram(asker),
          purpose: .broadcast(row.name)
        )
      )
    }
    links[index].next += batch.count
    var moment = context.now + Self.spacing
    if links[index].next >= link.rows.count {
      links[index].isSettled = true
      links[index].next = 0
      links[index].round += 1
      guard links[index].round < 2 else { return }
      moment = max(moment, (link.began ?? context.now) + Self.repetition)
    }
    context.request(.wake(context.ticket(link.timer), at: moment))
  }

  // MARK: Answers

  private mutating func receive(
    _ datagram: Datagram,
    at number: UInt32,
    _ link: BroadcastLink,
    _ context: inout SourceContext
  ) {
    let sender = datagram.source.address
    guard datagram.interface == link.interface.index || datagram.interface == 0,
      context.plan.mayBelieve(sender, on: link.interface.index),
      datagram.payload.count <= Self.longestAnswer
    else { return }
    var state = senders[sender] ?? Sender()
    guard state.datagrams < Self.mostDatagrams else { return }
    guard senders[sender] != nil || senders.count < Self.mostSenders else { return }
    guard let facts = read(datagram, at: number, link) else { return }
    if state.datagrams == 0 { context.observe(.answered(rttMs: nil), about: sender) }
    state.datagrams += 1
    for fact in facts where state.facts.count < Self.mostFacts && !state.facts.contains(fact) {
      guard size + fact.size <= Self.mostSize else { break }
      size += fact.size + 64
      state.facts.insert(fact)
      context.observe(fact, about: sender, from: fact.broadcastSource)
    }
    senders[sender] = state
  }

  /// The facts in an answer; `nil` if it is none of any protocol that was asked.
  private func read(_ datagram: Datagram, at number: UInt32, _ link: BroadcastLink) -> [Fact]? {
    for row in link.rows(for: datagram.source.port, at: number) {
      let facts = row.read(datagram.payload)
      if !facts.isEmpty { return facts }
    }
    return nil
  }
}

extension ScanPlan {
  /// Whether an answer can be a device's of the scan: on the link, not excluded, not this machine's.
  fileprivate func mayBelieve(_ sender: IPAddress, on interface: UInt32) -> Bool {
    isOnLink(sender, interface: interface) && !isOwn(sender) && mayAsk(sender)
  }
}

extension Fact {
  /// The source of facts that a broadcast shares with another source.
  fileprivate var broadcastSource: Source? {
    switch self {
    case .snmp: .snmp
    default: nil
    }
  }
}
