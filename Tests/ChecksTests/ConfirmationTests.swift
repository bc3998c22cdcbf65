import Diagnostics
import LinuxNetwork
import Model
import Monitoring
import Networking
import Testing
import Wire

@testable import Checks

@Suite struct `A failure` {
  private static let nas = IPAddress.v4(IPv4Address(192, 168, 1, 20))

  private func failure(at address: IPAddress?) -> CheckResult {
    var facts = CheckFacts()
    facts.address = address?.description
    return CheckResult(.failed(Message(.checkUnreachable, ["host": "x"])), facts: facts)
  }

  private func monitor(_ check: MonitorCheck) -> Monitor {
    Monitor(id: "m", name: "M", check: check)
  }

  @Test func `isn't the target's where this machine has no link`() async {
    let checks = MonitorChecks(.testing(network: StubNetwork(.home(hasCarrier: false))))
    let tcp = await checks.confirm(
      monitor(.tcp(host: "192.168.1.20", port: 80)),
      after: failure(at: Self.nas)
    )
    #expect(tcp == .ownFailure(Message(.checkOwnNoLink, ["interface": "eth0"])))
    let internet = await checks.confirm(monitor(.internet(targets: [])), after: failure(at: nil))
    #expect(internet == .ownFailure(Message(.checkOwnNoLink, ["interface": "eth0"])))
  }

  @Test func `of a service alone is told from one of the host`() async throws {
    let port = try await LoopbackServer.closedPort()
    let other = try await LoopbackServer { _ in nil }
    let device = InventoryDevice.made("NAS", at: Loopback.v4, ports: [port, other.port])
    let checks = MonitorChecks(.testing(devices: [device]))
    let confirmation = await checks.confirm(
      monitor(.tcp(host: "127.0.0.1", port: port)),
      after: failure(at: Loopback.v4)
    )
    let method = Message(.checkByPort, ["port": "\(other.port)"])
    #expect(confirmation == .answers(Message(.checkAnswersBy, ["method": .message(method)])))
    await other.close()
  }

  @Test func `of presence has been confirmed by the watch`() async {
    let checks = MonitorChecks(.testing())
    let confirmation = await checks.confirm(
      monitor(.presence(device: "x")),
      after: failure(at: nil)
    )
    #expect(confirmation == .noOther)
  }

  @Test func `is confirmed by what doesn't answer either`() {
    let methods = OtherMethods(by: nil, silent: [Message(.checkByARP), Message(.checkByEcho)])
    guard case .down(let reason) = methods.confirmation else {
      Issue.record("\(methods.confirmation)")
      return
    }
    #expect(reason.text == "it doesn't answer by ARP or echo either")
    #expect(OtherMethods().confirmation == .noOther)
  }

  @Test func `is confirmed by ARP alone, since a host that hangs answers that, too`() {
    let ports = [80, 443].map { Message(.checkByPort, ["port": "\($0)"]) }
    let filtering = OtherMethods(silent: ports, neighbour: Message(.checkByARP))
    guard case .isThere(let how) = filtering.confirmation else {
      Issue.record("\(filtering.confirmation)")
      return
    }
    #expect(how.text == "it answers by ARP, but not by TCP port 80 or TCP port 443")
    let alone = OtherMethods(neighbour: Message(.checkByNDP))
    #expect(
      alone.confirmation
        == .isThere(Message(.checkThereBy, ["method": .message(Message(.checkByNDP))]))
    )
    // A port that accepts or refuses shows a host that works.
    let answering = OtherMethods(by: ports[0], neighbour: Message(.checkByARP))
    #expect(
      answering.confirmation == .answers(Message(.checkAnswersBy, ["method": .message(ports[0])]))
    )
  }

  // MARK: The cause

  @Test func `has a target to diagnose`() async {
    let device = InventoryDevice.made("TV", at: Self.nas)
    let checks = MonitorChecks(.testing(devices: [device]))
    func target(_ check: MonitorCheck) async -> MonitorChecks.DiagnosisTarget? {
      await checks.diagnosisTarget(of: monitor(check), failure(at: Self.nas))
    }
    let tcp = await target(.tcp(host: "fd00::1", port: 22))
    #expect(tcp?.text == "[fd00::1]:22" && tcp?.address == Self.nas)
    let icmp = await target(.icmp(host: "nas"))
    #expect(icmp?.text == "nas")
    let http = await target(.http(HTTPCheck(url: "https://nas/x?token=y#z")))
    #expect(http?.text == "https://nas/x")
    let printer = await target(.tcp(host: "printer", port: 9100))
    #expect(printer == nil)
    let system = await target(.dns(DNSCheck(name: "x")))
    #expect(system != nil && system?.text == nil)
    let resolver = await target(.dns(DNSCheck(name: "x", resolver: "192.168.1.1")))
    #expect(resolver?.text == "192.168.1.1:53")
    let presence = await target(.presence(device: device.id))
    #expect(presence?.text == "192.168.1.20")
    let gone = await target(.presence(device: "gone"))
    #expect(gone == nil)
  }

  @Test func `asks no router that isn't of the home`() async {
    let router = IPAddress.v4(IPv4Address(192, 168, 1, 1))
    let asked = await MonitorChecks(.testing()).permittedRouters(.home())
    #expect(asked == [router])
    let simulated = MonitorChecks(.testing(rejection: { _ in Message(.checkInterrupted) }))
    let none = await simulated.permittedRouters(.home())
    #expect(none == [])
  }

  @Test func `looks around only where its routers may be asked`() async {
    let simulated = MonitorChecks(.testing(rejection: { _ in Message(.checkInterrupted) }))
    let mayNot = await simulated.mayLookAround()
    #expect(!mayNot)
    let none = await simulated.diagnose(monitor(.dns(DNSCheck(name: "x"))), after: failure(at: nil))
    #expect(none == nil)
    let may = await MonitorChecks(.testing()).mayLookAround()
    #expect(may)
    let real = CheckEnvironment.testing(
      lookUp: { _, _ in .failure(.unknown) },
      rejection: { _ in Message(.checkInterrupted) }
    )
    let mayAsReal = await MonitorChecks(real).mayLookAround()
    #expect(mayAsReal)
  }

  @Test func `has a cause only where one was found`() {
    let refused = ConnectionVerdict(code: .refused, text: "a", because: ["b", "c"], notes: ["d"])
    let diagnosis = IncidentDiagnosis(refused, most: 2)
    #expect(diagnosis?.code == "refused" && diagnosis?.message.text == "a")
    #expect(diagnosis?.evidence.map(\.text) == ["b", "c"])
    let well = ConnectionVerdict(code: .well, text: "a", because: [], notes: [])
    #expect(IncidentDiagnosis(well, most: 2) == nil)
  }

  @Test func `waits for its diagnosis behind two others, or goes without`() async {
    let queue = DiagnosisQueue()
    let first = await queue.enter()
    let second = await queue.enter()
    #expect(first && second)
    let others = (0..<21).map { _ in Task { await queue.enter() } }
    // Twenty wait, and one is sent away.
    while await queue.refusals == 0 { await Task.yield() }
    for _ in 0..<20 { await queue.leave() }
    var entered = 0
    for other in others {
      let hasEntered = await other.value
      if hasEntered { entered += 1 }
    }
    #expect(entered == 20)
    await queue.leave()
    await queue.leave()
    let again = await queue.enter()
    #expect(again)
  }

  @Test func `of a monitor without parents is diagnosed before those behind it`() async {
    let queue = DiagnosisQueue()
    for isUrgent in [false, false, true] {
      let hasEntered = await queue.enter(isUrgent: isUrgent)
      #expect(hasEntered)
    }
    let child = Task { await queue.enter() }
    while await queue.queued < 1 { await Task.yield() }
    let router = Task { await queue.enter(isUrgent: true) }
    while await queue.queued < 2 { await Task.yield() }
    await queue.leave()
    let isRouterIn = await router.value
    #expect(isRouterIn)
    // The third place is for urgent ones alone.
    await queue.leave()
    let queued = await queue.queued
    #expect(queued == 1)
    await queue.leave()
    let isChildIn = await child.value
    #expect(isChildIn)
  }
}
