import Model
import Networking
import Wire

extension MDNSSource {
  private static let mostSenders = 4096
  private static let mostSize = 16 * 1024 * 1024
  private static let mostTypes = 192
  private static let mostTypesOfASender = 64
  private static let mostReportsOfASender = 64

  /// Takes a packet.
  mutating func hear(
    _ datagram: Datagram,
    on index: Int,
    _ socket: UInt32,
    _ context: inout SourceContext
  ) {
    let link = links[index]
    let sender = datagram.source.address
    guard datagram.interface == link.interface.index || datagram.interface == 0,
      context.plan.isOnLink(sender, interface: link.interface.index),
      let message = try? DNSMessage(parsing: datagram.payload)
    else { return }
    guard message.flags.isResponse else {
      // Whoever asks is there; our own questions come back from the group.
      if !context.plan.isOwn(sender) { noteSender(sender, &context) }
      return
    }
    // Other ports are no multicast DNS responders (RFC 6762, section 6).
    guard datagram.source.port == MulticastDNS.port, noteSender(sender, &context) else { return }
    let isLegacy = socket == link.asker && !message.questions.isEmpty
    take(message, isLegacy: isLegacy, from: sender, on: index, &context)
  }

  /// Notes a sender; false where there are too many.
  @discardableResult
  private mutating func noteSender(_ sender: IPAddress, _ context: inout SourceContext) -> Bool {
    if senders[sender] != nil { return true }
    guard senders.count < Self.mostSenders else { return false }
    senders[sender] = MDNSSender()
    context.observe(.answered(rttMs: nil), about: sender)
    return true
  }

  private mutating func take(
    _ message: DNSMessage,
    isLegacy: Bool,
    from sender: IPAddress,
    on index: Int,
    _ context: inout SourceContext
  ) {
    guard var state = senders.removeValue(forKey: sender) else { return }
    let sizeBefore = state.book.size
    let zone = links[index].interface.name
    var changed: [DNSName] = []
    var seen: Set<DNSName> = []
    for record in message.answers + message.additionals
    where record.recordClass == .internet {
      switch record.data {
      case .ptr(let target) where record.name == DNSServiceType.metaQuery:
        if record.ttl > 0, let type = DNSServiceType(target) {
          noteType(type, from: sender, &state, on: index, now: context.now)
        }
        continue
      case .ptr(let target):
        if let address = record.name.reverseAddress {
          if record.ttl > 0, address == sender.withoutZone, target != .root {
            report(.name(target.description), of: sender, &state, &context)
          }
          continue
        }
      case .a, .aaaa, .srv, .txt:
        guard record.name.isInside(.local) else { continue }
      default:
        continue
      }
      guard size + state.book.size - sizeBefore < Self.mostSize else { continue }
      let names = state.book.write(record, isLegacy: isLegacy, zone: zone, now: context.now)
      for name in names where seen.insert(name).inserted { changed.append(name) }
      claim(record, from: sender, zone: zone, &state, &context)
    }
    size += state.book.size - sizeBefore
    for name in changed { settle(name, from: sender, &state, on: index, &context) }
    settleModels(from: sender, &state, &context)
    senders[sender] = state
  }

  private mutating func noteType(
    _ type: DNSServiceType,
    from sender: IPAddress,
    _ state: inout MDNSSender,
    on index: Int,
    now: MonotonicTime
  ) {
    if knownTypes.contains(type) {
      inquiries.add(.init(.own(type, by: sender), link: index, alone: true), now: now)
    } else {
      guard types.count < Self.mostTypes, state.newTypes < Self.mostTypesOfASender else { return }
      state.newTypes += 1
      knownTypes.insert(type)
      types.append(type)
      inquiries.add(
        .init(
          .instances(type, by: sender),
          link: index,
          hasMulticast: links[index].hasMulticast
        ),
        now: now
      )
    }
    toldTypes[type] = now
  }

  /// Reports what a record says of a host's address.
  private mutating func claim(
    _ record: DNSRecord,
    from sender: IPAddress,
    zone: String,
    _ state: inout MDNSSender,
    _ context: inout SourceContext
  ) {
    guard record.ttl > 0 else { return }
    let address: IPAddress
    switch record.data {
    case .a(let v4): address = .v4(v4)
    case .aaaa(let v6): address = .v6(v6, zone: v6.scope == .linkLocal ? zone : nil)
    default: return
    }
    switch address.scope {
    case .linkLocal, .privateUse, .global: break
    case .loopback where sender.scope == .loopback: break
    default: return
    }
    let host = record.name.description
    if address.withoutZone == sender.withoutZone {
      report(.name(host), of: sender, &state, &context)
      report(.hostAddress(host: host, address: sender), of: sender, &state, &context)
    } else {
      report(.hostAddress(host: host, address: address), of: sender, &state, &context)
    }
  }

  private func report(
    _ fact: Fact,
    of sender: IPAddress,
    _ state: inout MDNSSender,
    _ context: inout SourceContext
  ) {
    guard state.reported.count < Self.mostReportsOfASender, state.reported.insert(fact).inserted
    else { return }
    context.observe(fact, about: sender)
  }
}
