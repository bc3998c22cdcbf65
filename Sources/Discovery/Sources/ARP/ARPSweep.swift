package import Model
package import Networking
import Wire

/// Finds devices by asking ARP directly, over packet sockets (`CAP_NET_RAW`).
///
/// Faster than the kernel's own sweep in large networks: not limited by the neighbour table, and
/// requests are repeated after a round trip instead of a second.
package struct ARPSweep: DiscoverySource {
  package let source = Source.arp

  private struct Link: Sendable {
    var interface: Interface
    var isOpen = false
    var hasFailed = false
  }

  private struct Asked: Sendable {
    var at: MonotonicTime
    var pass: UInt8
  }

  private var began = MonotonicTime(nanoseconds: 0)
  private var links: [Link] = []
  private var linkNumbers: [UInt32: Int] = [:]
  private var everyone: AddressQueue?
  /// The rest of the pass under way.
  private var queue: AddressQueue?
  private var total = 0
  private var pass = 0
  private var passBegan = MonotonicTime(nanoseconds: 0)
  private var nextPassAt: MonotonicTime?
  private var pace = SendingPace(rate: ARPPolicy.rate, burst: ARPPolicy.burst)
  private var asked: [TargetAddress: Asked] = [:]
  private var answered: Set<TargetAddress> = []
  private var foundLate = 0
  private var roundTrip = RoundTripEstimate()
  private var phase = Phase.opening

  /// A sweep that has not started.
  package init() {}

  private enum Phase { case opening, asking, settling, done }

  private static let wakeNumber = UInt32.max

  package var isActive: Bool {
    switch phase {
    case .opening, .asking: true
    case .settling, .done: false
    }
  }

  package mutating func start(_ context: inout SourceContext) {
    began = context.now
    let queue = AddressQueue(plan: context.plan, where: Self.canAsk)
    var counter = queue
    while counter.next() != nil { total += 1 }
    everyone = queue
    for target in context.plan.targets where Self.canAsk(target) {
      guard linkNumbers[target.interface.index] == nil else { continue }
      linkNumbers[target.interface.index] = links.count
      let ticket = context.ticket(UInt32(links.count))
      links.append(Link(interface: target.interface))
      context.request(
        .open(
          ticket,
          .link(etherType: EtherType.arp.rawValue, interface: target.interface.index)
        )
      )
    }
    if links.isEmpty { phase = .done }
  }

  package mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    switch event {
    case .opened(let ticket, _):
      links[Int(ticket.number)].isOpen = true
      startWhenReady(&context)
    case .failed(let ticket, _):
      links[Int(ticket.number)].hasFailed = true
      startWhenReady(&context)
    case .datagram(let ticket, let frame):
      receive(frame, on: Int(ticket.number), &context)
    case .woke:
      woke(&context)
    default:
      break
    }
  }

  private static func canAsk(_ target: ScanPlan.Target) -> Bool {
    target.isOnLink && !target.interface.isLoopback && target.interface.mac != nil
  }

  private mutating func startWhenReady(_ context: inout SourceContext) {
    guard phase == .opening, links.allSatisfy({ $0.isOpen || $0.hasFailed }) else { return }
    guard links.contains(where: \.isOpen) else {
      phase = .done
      return
    }
    phase = .asking
    beginPass(&context)
  }

  private mutating func beginPass(_ context: inout SourceContext) {
    pass += 1
    passBegan = context.now
    nextPassAt = nil
    queue = everyone
    ask(&context)
  }

  /// Sends what the pace permits of the pass under way.
  private mutating func ask(_ context: inout SourceContext) {
    guard var rest = queue else { return }
    if pass > 1, foundLate == 0, context.now > began + ARPPolicy.repeatsUntil {
      queue = nil
      return endPass(&context)
    }
    var permitted = pace.take(Int(ARPPolicy.burst), now: context.now)
    while permitted > 0 {
      guard let target = rest.next() else {
        queue = nil
        return endPass(&context)
      }
      guard !answered.contains(target) else { continue }
      if request(target, &context) { permitted -= 1 }
    }
    queue = rest
    wake(at: pace.time(for: ARPPolicy.stride, now: context.now), &context)
  }

  private mutating func request(_ target: TargetAddress, _ context: inout SourceContext) -> Bool {
    guard let number = linkNumbers[target.interface], links[number].isOpen,
      let mac = links[number].interface.mac
    else { return false }
    let own = context.plan.targets.first {
      $0.interface.index == target.interface && $0.prefix.contains(target.address)
    }?.ownAddress
    // Without an address of our own it is a probe (RFC 5227), which is answered too.
    let packet = ARPPacket(
      .request,
      senderMAC: mac,
      senderAddress: own ?? .any,
      targetAddress: target.address
    )
    var frame = packet.frame
    if let known = ARPPolicy.receiver(
      of: context.plan.checkedMAC(at: target.address, on: target.interface),
      inPass: pass
    ) {
      frame.destination = known
    }
    if asked[target] == nil { context.countAsked(1) }
    asked[target] = Asked(at: context.now, pass: UInt8(pass))
    context.request(
      .transmit(
        context.ticket(UInt32(number)),
        frame: frame.serialised,
        target: .v4(target.address),
        purpose: .arp
      )
    )
    return true
  }

  /// The pass is over: plans the next one, or waits for late answers.
  private mutating func endPass(_ context: inout SourceContext) {
    let next = max(
      context.now,
      passBegan + ARPPolicy.gap(afterPass: pass, retransmission: roundTrip.retransmission)
    )
    if needsPass(at: next, context.plan) {
      nextPassAt = next
      wake(at: next, &context)
    } else {
      phase = .settling
      wake(at: context.now + context.plan.settle, &context)
    }
  }

  private func needsPass(at time: MonotonicTime, _ plan: ScanPlan) -> Bool {
    let needed = ARPPolicy.passes(
      hosts: answered.count,
      foundLate: foundLate,
      discoverOnly: plan.discoverOnly
    )
    let left = total - answered.count
    if foundLate == 0, time > began + ARPPolicy.repeatsUntil { return false }
    return pass < needed && left > 0
      && ARPPolicy.fits(left, from: time, settle: plan.settle, deadline: began + plan.timeout)
  }

  private mutating func wake(at time: MonotonicTime, _ context: inout SourceContext) {
    context.request(.wake(context.ticket(Self.wakeNumber), at: time))
  }

  private mutating func woke(_ context: inout SourceContext) {
    switch phase {
    case .asking:
      if let next = nextPassAt {
        guard context.now >= next else { return }
        beginPass(&context)
      } else {
        ask(&context)
      }
    case .settling:
      phase = .done
      reportSilence(&context)
    case .opening, .done:
      break
    }
  }

  /// Takes a frame: any ARP packet of a device's own shows that it is there.
  private mutating func receive(_ frame: Datagram, on number: Int, _ context: inout SourceContext) {
    guard links.indices.contains(number),
      let packet = try? ARPPacket(frame: frame.payload.span.bytes)
    else { return }
    let interface = links[number].interface
    guard packet.senderMAC.isUsable, packet.senderMAC != interface.mac else { return }
    let target = TargetAddress(address: packet.senderAddress, interface: interface.index)
    let plan = context.plan
    let isTarget = plan.targets.contains {
      $0.interface.index == target.interface && $0.prefix.contains(target.address)
    }
    guard isTarget, plan.mayAsk(.v4(target.address)), !plan.isOwn(.v4(target.address)) else {
      return
    }
    var rttMs: Double?
    if answered.insert(target).inserted, let asked = asked[target] {
      if asked.pass == 1 {
        let rtt = max(0, (frame.receivedAt - asked.at).milliseconds)
        rttMs = rtt
        roundTrip.add(rtt)
      } else {
        foundLate += 1
      }
    }
    context.observe(.answered(rttMs: rttMs), about: .v4(target.address))
    context.observe(.linkAddress(packet.senderMAC), about: .v4(target.address))
  }

  /// Reports unresolved addresses in home-sized networks.
  private func reportSilence(_ context: inout SourceContext) {
    guard total <= Self.mostSilent, var rest = everyone else { return }
    while let target = rest.next() {
      if !answered.contains(target), asked[target] != nil {
        context.observe(.unresolved, about: .v4(target.address))
      }
    }
  }

  private static let mostSilent = 4096
}
