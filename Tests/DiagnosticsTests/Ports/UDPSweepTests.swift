import LinuxNetwork
import Model
import Networking
import Testing
@testable import Wire
@testable import Diagnostics

/// A host on a virtual clock whose ICMP errors are limited as Linux' are, and which answers at once.
private struct SimulatedUDPHost {
  /// What each open port answers.
  var answers: [UInt16: @Sendable ([UInt8]) -> [UInt8]?] = [:]
  /// Ports that a filter drops, or whose service stays silent.
  var silent: Set<UInt16> = []
  var isLimited = true
  /// When the kernel gives up looking for the neighbour; `nil` where somebody is there.
  var absentAfter: Double?
  /// Whether it is known to stand little.
  var isFragile = false
  /// When the person ends it; `nil` where it runs to its end.
  var endsAt: Double?
  /// What comes in place of an ICMP port unreachable.
  var refusal: @Sendable (UInt16) -> ProbeOutcome = { _ in .refused(rtt: .milliseconds(1)) }

  private var tokens = 6.0
  private var tokensAt = 0.0
  private(set) var asked: [(port: UInt16, second: Double)] = []

  /// Runs a machine against this host to its end.
  mutating func run(_ ports: [UInt16], _ options: UDPSweepMachine.Options = .init()) -> Result {
    let address = IPAddress.v4(IPv4Address(10, 9, 0, 2))
    let target = UDPSweepMachine.Target(address: address, ports: ports, isFragile: isFragile)
    var machine = UDPSweepMachine([target], options)
    var result = Result(UDPTally([.init(TargetHost(host: "box", address: address), ports)]))
    var now = 0.0
    var events: [(second: Double, order: Int, event: [NetworkEvent])] = []
    var order = 0
    var isFinished = false
    func time(_ second: Double) -> MonotonicTime {
      MonotonicTime(nanoseconds: Int64(second * 1e9))
    }
    func take(_ port: NetworkPort<UDPSweepMachine.Output>) {
      for output in port.outputs { _ = result.tally.take(output) }
      isFinished = isFinished || port.isFinished
      for request in port.requests {
        order += 1
        switch request {
        case .exchange(let ticket, let probe, let payload):
          let limit = probe.timeout.milliseconds / 1000
          let (delay, answer) = answer(probe.target.port, payload, now, limit)
          var told: [NetworkEvent] = []
          if case .open = answer.outcome {
            let datagram = Datagram(
              source: probe.target,
              interface: 1,
              payload: answer.payload,
              receivedAt: time(now + delay)
            )
            told.append(.datagram(ticket, datagram))
          }
          told.append(.probed(ticket, probe.target, answer.outcome))
          events.append((now + delay, order, told))
        case .wake(let ticket, let at):
          events.append((Double(at.nanoseconds) / 1e9, order, [.woke(ticket)]))
        default: break
        }
      }
      result.mostUnderWay = max(result.mostUnderWay, underWay())
    }
    func underWay() -> Int {
      events.count { entry in
        entry.event.contains { if case .probed = $0 { true } else { false } }
      }
    }
    var port = NetworkPort<UDPSweepMachine.Output>(now: time(0))
    machine.start(&port)
    take(port)
    for _ in 0..<200_000 where !isFinished {
      guard
        let next = events.indices.min(by: {
          (events[$0].second, events[$0].order) < (events[$1].second, events[$1].order)
        })
      else { break }
      if let endsAt, events[next].second > endsAt { break }
      let entry = events.remove(at: next)
      now = max(now, entry.second)
      for event in entry.event {
        var port = NetworkPort<UDPSweepMachine.Output>(now: time(now))
        machine.handle(event, &port)
        take(port)
      }
    }
    result.isFinished = isFinished
    result.seconds = now
    return result
  }

  private mutating func answer(
    _ port: UInt16,
    _ payload: [UInt8],
    _ now: Double,
    _ limit: Double
  ) -> (Double, (outcome: ProbeOutcome, payload: [UInt8])) {
    asked.append((port, now))
    if let absentAfter {
      guard now + limit > absentAfter else { return (limit, (.timedOut, [])) }
      return (max(0, absentAfter - now), (.unreachable(.host), []))
    }
    if silent.contains(port) { return (limit, (.timedOut, [])) }
    if let answer = answers[port] {
      guard let bytes = answer(payload) else { return (limit, (.timedOut, [])) }
      return (0.001, (.open(rtt: .milliseconds(1)), bytes))
    }
    if isLimited {
      // Linux' inet_peer_xrlim_allow.
      tokens = min(6, tokens + now - tokensAt)
      tokensAt = now
      guard tokens >= 1 else { return (limit, (.timedOut, [])) }
      tokens -= 1
    }
    return (0.001, (refusal(port), []))
  }

  struct Result {
    var tally: UDPTally
    var isFinished = false
    var seconds = 0.0
    /// How many datagrams were waited for at one time.
    var mostUnderWay = 0

    init(_ tally: UDPTally) {
      self.tally = tally
    }

    func host(_ options: PortScan.Options = .init(transport: .udp, listsAll: true))
      -> PortScanReport.Host
    {
      tally.report(unknown: [], options).hosts[0]
    }

    func state(_ port: UInt16) -> SweptPortState? {
      host().ports.first { $0.port == port }?.state
    }
  }
}

@Suite("A sweep of UDP ports") struct UDPSweepTests {
  private static let closed = Array<UInt16>(20_000..<20_030)

  @Test func `calls no closed port open, though its host sends one error a second`() {
    var host = SimulatedUDPHost()
    host.silent = [514, 51820]
    host.answers[53] = { _ in Array("x".utf8) }
    let result = host.run(Self.closed + [514, 51820, 53])
    #expect(result.isFinished)
    let report = result.host()
    #expect(report.closed == 30 && report.open == 1 && report.openOrFiltered == 2)
    #expect(report.unknown == 0 && report.unasked == 0 && report.isUp == true)
    #expect(result.state(514) == .openOrFiltered && result.state(53) == .open)
    // Six at once and then one a second; what is said of the waiting is what was waited.
    #expect(result.seconds > 23 && result.seconds < 35, "\(result.seconds)")
    #expect((report.waited ?? .zero) > .seconds(15))
  }

  @Test func `waits for nobody who limits nothing`() {
    var host = SimulatedUDPHost()
    host.isLimited = false
    host.silent = [514]
    let result = host.run(Self.closed + [514])
    #expect(result.host().closed == 30 && result.host().openOrFiltered == 1)
    #expect(result.seconds < 3 && result.host().waited == .zero, "\(result.seconds)")
  }

  @Test func `says of silent ports that it doesn't know where its time is up`() {
    var host = SimulatedUDPHost()
    var options = UDPSweepMachine.Options()
    options.mostTime = .seconds(10)
    let result = host.run(Array(20_000..<20_100), options)
    let report = result.host()
    #expect(result.isFinished && result.seconds < 12, "\(result.seconds)")
    #expect(report.openOrFiltered == 0 && report.closed >= 12)
    #expect(report.unknown > 0 && report.closed + report.unknown + report.unasked == 100)
  }

  @Test func `without another try doesn't know either, unless nothing is limited`() {
    var host = SimulatedUDPHost()
    var options = UDPSweepMachine.Options()
    options.retries = 0
    let limited = host.run(Self.closed, options).host()
    #expect(limited.closed >= 6 && limited.closed + limited.unknown == 30)
    #expect(limited.unknown > 0 && limited.openOrFiltered == 0)
  }

  @Test func `of a host that drops everything is open or filtered, and soon known`() {
    var host = SimulatedUDPHost()
    host.silent = Set(Self.closed)
    let result = host.run(Self.closed)
    #expect(result.host().openOrFiltered == 30 && result.host().isUp == nil)
    #expect(result.seconds < 13, "\(result.seconds)")
  }

  @Test func `keeps a filter's word apart from the host's own`() {
    var host = SimulatedUDPHost()
    host.isLimited = false
    host.refusal = { $0 == 161 ? .unreachable(.prohibited) : .refused(rtt: .milliseconds(1)) }
    let result = host.run([161, 162])
    #expect(result.state(161) == .filtered && result.state(162) == .closed)
    let reasons = result.host().ports.map(\.reason)
    #expect(reasons == [.prohibited, .portUnreachable])
  }

  @Test func `asks nobody on who can't be reached`() {
    var host = SimulatedUDPHost()
    host.isLimited = false
    host.refusal = { _ in .unreachable(.host) }
    let result = host.run(Self.closed)
    #expect(result.isFinished && result.host().isUp == false)
    #expect(result.host().absence == .hostUnreachable && host.asked.count <= 10)
    var single = SimulatedUDPHost()
    single.isLimited = false
    single.refusal = { _ in .unreachable(.host) }
    #expect(single.run([53]).host().isUp == false)
  }

  @Test func `waits as long as the kernel looks for a neighbour`() {
    var host = SimulatedUDPHost()
    // Nobody answers ARP: 3 s after the first datagram the kernel says so to those under way.
    host.absentAfter = 3.05
    let result = host.run([53, 161])
    #expect(result.host().isUp == false && result.host().absence == .hostUnreachable)
    #expect(result.seconds < 4, "\(result.seconds)")
  }

  @Test func `ends where this machine fails`() {
    var host = SimulatedUDPHost()
    host.isLimited = false
    host.refusal = { _ in .localFailure(.notPermitted) }
    let result = host.run(Self.closed)
    #expect(result.isFinished && result.host().failure == .notPermitted)
  }

  @Test func `goes on where this machine forbids one port`() {
    var host = SimulatedUDPHost()
    host.isLimited = false
    host.refusal = { $0 == 443 ? .localFailure(.notPermitted) : .refused(rtt: .milliseconds(1)) }
    let result = host.run([443] + Self.closed)
    let report = result.host()
    #expect(result.isFinished && report.failure == nil && report.isUp == true)
    #expect(report.closed == 30 && report.unasked == 1 && report.unknown == 0)
    #expect(host.asked.count { $0.port == 443 } == 1)
    // The only port that was asked for: then nothing is known.
    let single = host.run([443])
    #expect(single.host().failure == .notPermitted && single.tally.failure == .notPermitted)
  }

  @Test func `A failure of all hosts is one only where nothing was learnt of any`() {
    let address = IPAddress.v4(IPv4Address(10, 9, 0, 2))
    let host = UDPTally.Host(TargetHost(host: "box", address: address), [53, 161])
    var tally = UDPTally([host, host])
    _ = tally.take(.failed(host: 0, .notPermitted))
    #expect(tally.failure == nil)
    _ = tally.take(.failed(host: 1, .notPermitted))
    #expect(tally.failure == .notPermitted && tally.progress == 1)
    _ = tally.take(.settled(host: 0, place: 0, .datagramReceived, isCertain: true))
    #expect(tally.failure == nil)
  }

  @Test func `doesn't know ports that were silent when it was ended`() {
    var host = SimulatedUDPHost()
    host.silent = Set(Self.closed)
    // Eight are asked at first; the next ones' answers are still waited for.
    host.endsAt = 1.5
    let result = host.run(Array(Self.closed.prefix(20)))
    let report = result.host()
    #expect(!result.isFinished && report.unknown == 8 && report.unasked == 12)
    #expect(report.openOrFiltered == 0)
    #expect(report.ports.map(\.state) == Array(repeating: .unknown, count: 8))
  }

  @Test func `asks printers two ports at a time, and not what they are`() {
    var host = SimulatedUDPHost()
    host.isFragile = true
    host.isLimited = false
    host.silent = [514]
    host.answers[123] = { _ in NTPPacket(mode: NTPPacket.server).serialised }
    let result = host.run(Self.closed + [123, 514])
    #expect(result.isFinished && result.mostUnderWay == 2, "\(result.mostUnderWay)")
    #expect(result.host().closed == 30 && result.state(123) == .open)
    #expect(host.asked.count { $0.port == 123 } == 1)
    var other = SimulatedUDPHost()
    other.isLimited = false
    #expect(other.run(Self.closed).mostUnderWay == 8)
  }

  @Test func `asks a silent port again as often as was wished`() {
    #expect(PortScan.Options(transport: .udp).datagramSweep.retries == 2)
    for retries in [0, 1, 4] {
      var host = SimulatedUDPHost()
      host.silent = [514]
      let options = PortScan.Options(transport: .udp, retries: retries).datagramSweep
      _ = host.run([514], options)
      #expect(host.asked.count == retries + 1)
    }
  }

  @Test func `asks a service its other questions until it has said its version`() {
    let variables = NTPControlMessage(
      isResponse: true,
      data: Array("version=\"ntpd ntpsec-1.2.2\"".utf8)
    )
    var host = SimulatedUDPHost()
    host.answers[123] = { request in
      request[0] & 7 == 6
        ? variables.serialised : NTPPacket(mode: NTPPacket.server, stratum: 3).serialised
    }
    let port = host.run([123]).host().ports.first
    #expect(port?.service == "ntp" && port?.version == "ntpd ntpsec-1.2.2")
    #expect(port?.serviceMethod == .probed && host.asked.count == 2)
    // One that answers the second question only is found by asking again.
    var quiet = SimulatedUDPHost()
    quiet.answers[161] = { request in
      (try? SNMPMessage(parsing: request)) == nil
        ? SNMPEngineReport(engineID: [0x80, 0, 0x1F, 0x88, 1, 2, 3, 4]).serialised : nil
    }
    let agent = quiet.run([161]).host().ports.first
    #expect(agent?.state == .open && agent?.version == "Net-SNMP (SNMPv3)")
    // Nobody is asked more than whether it is there, where versions are of no interest.
    var options = UDPSweepMachine.Options()
    options.readsVersions = false
    var other = SimulatedUDPHost()
    other.answers[123] = { _ in NTPPacket(mode: NTPPacket.server).serialised }
    _ = other.run([123], options)
    #expect(other.asked.count == 1)
  }

  @Test func `An allowance of errors fills up by one a second, to six`() {
    let start = MonotonicTime(nanoseconds: 0)
    var allowance = ICMPErrorAllowance(emptyAt: start)
    #expect(allowance.available(at: start + .milliseconds(900)) == 0)
    #expect(allowance.available(at: start + .milliseconds(1100)) == 1)
    #expect(allowance.available(at: start + .seconds(100)) == 6)
    allowance.spend(at: start + .seconds(100))
    #expect(allowance.available(at: start + .seconds(100)) == 5)
    let moment = ICMPErrorAllowance(emptyAt: start).moment(of: 1, after: start)
    #expect(ICMPErrorAllowance(emptyAt: start).available(at: moment) == 1)
  }

  @Test func `Ports of UDP are the usual ones, or those that were named`() throws {
    #expect(PortList.top1000.udpPorts == UDPService.usualPorts)
    #expect(Set(try PortList(parsing: "top100,9").udpPorts) == Set(UDPService.usualPorts + [9]))
    #expect(try PortList(parsing: "161,53").udpPorts == [53, 161])
  }
}
