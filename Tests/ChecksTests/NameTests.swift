import LinuxNetwork
import Model
import Monitoring
import Networking
import Testing
import Wire

@testable import Checks

@Suite struct `A target's name` {
  private static let nas = IPAddress.v4(IPv4Address(192, 168, 1, 20))
  private static let limit = Duration.seconds(30)

  /// Counts look-ups.
  private final class Counter: Sendable {
    private let number = Lock(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  private func code(_ result: Result<[IPAddress], UnresolvedTarget>) -> String? {
    guard case .failure(let why) = result else { return nil }
    return CheckResult(why.outcome).reason?.code
  }

  private func isUnknown(_ result: Result<[IPAddress], UnresolvedTarget>) -> Bool {
    if case .failure(let why) = result, case .unknown = why.outcome { true } else { false }
  }

  @Test func `needs no look-up where it is an address`() async {
    let checks = MonitorChecks(.testing())
    let plain = await checks.addresses(of: "192.168.1.20", within: Self.limit)
    #expect(plain == .success([Self.nas]))
    let bracketed = await checks.addresses(of: "[::1]", within: Self.limit)
    #expect(bracketed == .success([Loopback.v6]))
    let everywhere = await checks.addresses(of: "fe80::1", within: Self.limit)
    #expect(isUnknown(everywhere))
    let group = await checks.addresses(of: "224.0.0.1", within: Self.limit)
    #expect(isUnknown(group))
  }

  @Test func `fails where it doesn't exist, and is unknown where the resolver is dead`() async {
    let absent = MonitorChecks(.testing(lookUp: { _, _ in .failure(.unknown) }))
    let none = await absent.addresses(of: "nas.example", within: Self.limit)
    #expect(code(none) == "check.no_such_name" && !isUnknown(none))
    let silent = MonitorChecks(.testing(lookUp: { _, _ in .failure(.unanswered) }))
    let unanswered = await silent.addresses(of: "nas.example", within: Self.limit)
    #expect(code(unanswered) == "check.resolvers_silent" && isUnknown(unanswered))
    let broken = MonitorChecks(.testing(lookUp: { _, _ in .failure(.local(.noDescriptors)) }))
    let local = await broken.addresses(of: "nas.example", within: Self.limit)
    #expect(code(local) == "check.own_failure" && isUnknown(local))
    let cut = MonitorChecks(
      .testing(
        network: StubNetwork(.home(hasCarrier: false)),
        lookUp: { _, _ in .failure(.cutOff) }
      )
    )
    let cutOff = await cut.addresses(of: "nas.example", within: Self.limit)
    #expect(code(cutOff) == "check.own_no_link" && isUnknown(cutOff))
  }

  @Test func `is unknown where the look-up takes too long`() async {
    let checks = MonitorChecks(
      .testing(lookUp: { _, _ in
        try? await Task.sleep(for: .seconds(60))
        return .success([])
      })
    )
    let late = await checks.addresses(of: "nas.example", within: .milliseconds(50))
    #expect(isUnknown(late))
  }

  @Test func `may be one that only the home knows`() async {
    let device = InventoryDevice.made("NAS", at: Self.nas)
    let checks = MonitorChecks(
      .testing(devices: [device], lookUp: { _, _ in .failure(.unknown) })
    )
    let found = await checks.addresses(of: "nas.local", within: Self.limit)
    #expect(found == .success([Self.nas]))
    // A name on the Internet is never taken for a device's.
    let foreign = await checks.addresses(of: "nas.example", within: Self.limit)
    #expect(code(foreign) == "check.no_such_name")
    // Where there are no resolvers at all, every name is the home's.
    let demo = MonitorChecks(.testing(devices: [device]))
    let inside = await demo.addresses(of: "nas", within: Self.limit)
    #expect(inside == .success([Self.nas]))
  }

  @Test func `leads only where the policy permits`() async {
    let refusal = Message(.checkOwnNoInterface)
    let other = IPAddress.v4(IPv4Address(10, 0, 0, 1))
    let checks = MonitorChecks(
      .testing(
        lookUp: { host, _ in .success(host == "both" ? [other, Self.nas] : [other]) },
        rejection: { $0 == other ? refusal : nil }
      )
    )
    let both = await checks.addresses(of: "both", within: Self.limit)
    #expect(both == .success([Self.nas]))
    let none = await checks.addresses(of: "one", within: Self.limit)
    #expect(none == .failure(UnresolvedTarget(outcome: .unknown(refusal))))
  }

  @Test func `is looked up once for many monitors, and again after a minute`() async {
    let counter = Counter()
    let clock = Lock(ContinuousClock.now)
    let cache = NameCache(
      { _, _ in
        counter.add()
        return .success([Self.nas])
      },
      now: { clock.withLock { $0 } }
    )
    for _ in 0..<3 {
      let answer = await cache.addresses(of: "NAS.example", within: Self.limit)
      #expect((try? answer.get()) == [Self.nas])
    }
    #expect(counter.count == 1)
    clock.withLock { $0 += .seconds(61) }
    _ = await cache.addresses(of: "nas.example", within: Self.limit)
    #expect(counter.count == 2)
  }
}
