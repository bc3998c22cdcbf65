import DemoHome
import Networking
import Testing
@testable import Diagnostics
import Simulation

@Suite struct `A path MTU` {
  private func measure(
    _ chain: Chain,
    _ method: PathMethod = .icmp,
    seed: UInt64 = 1
  ) -> (finding: PathMTUResult?, took: Duration?, sent: Int) {
    let machine = PathMTUMachine(chain.target, method, link: 1500, token: 7)
    let run = RoutedNetwork(chain.topology, seed: seed).runToEnd(machine, limit: .seconds(60))
    let start = MonotonicTime(nanoseconds: 1_000_000_000)
    guard case .found(let finding)? = run.outputs.first?.output else {
      return (nil, nil, run.sent.count)
    }
    return (finding, run.finishedAt.map { $0 - start }, run.sent.count)
  }

  @Test(arguments: [PathMethod.icmp, .udp])
  func `is the link's where nothing is smaller, after two packets`(method: PathMethod) {
    let (finding, took, sent) = measure(Chain(), method)
    #expect(finding?.mtu == 1500 && finding?.isBlackHole == false && finding?.limits == [])
    #expect(sent == 2 && took.map { $0 < .milliseconds(10) } == true)
  }

  @Test(arguments: [PathMethod.icmp, .udp])
  func `is what routers say, one after the other`(method: PathMethod) {
    var chain = Chain()
    chain.topology.stages[2][0].mtu = 1492
    chain.topology.stages[5][0].mtu = 1400
    let finding = measure(chain, method).finding
    #expect(finding?.mtu == 1400 && finding?.isBlackHole == false)
    let limits = [(Chain.router(3), 1492), (Chain.router(6), 1400)]
    #expect(finding?.limits == limits.map { PathMTUResult.Limit(address: $0, mtu: $1) })
    #expect(
      finding?.words(to: "target") { $0 == Chain.router(6) ? 6 : nil }
        == "The path MTU is 1400 bytes: 10.0.6.1 at hop 6 says that its next link takes no more."
    )
  }

  @Test(arguments: [1499, 1492, 1431, 1400, 1280, 1006, 577])
  func `is searched for to the byte where bigger packets vanish`(mtu: Int) {
    var chain = Chain(delay: .milliseconds(1) ... .milliseconds(2))
    chain.topology.stages[4][0].mtu = mtu
    chain.topology.stages[4][0].hidesMTU = true
    let (finding, took, sent) = measure(chain)
    #expect(finding?.mtu == mtu && finding?.isBlackHole == true && finding?.limits == [])
    #expect(sent < 120 && took.map { $0 < .seconds(5) } == true)
    #expect(finding?.words(to: "x").contains("of more than \(mtu) bytes vanish") == true)
  }

  @Test func `is no black hole where packets are lost, or seldom answered`() {
    for seed in UInt64(1)...100 {
      var chain = Chain()
      chain.topology.targets[chain.target]?.loss = 0.3
      #expect(measure(chain, seed: seed).finding?.isBlackHole == false, "seed \(seed)")
      chain.topology.targets[chain.target]?.loss = 0
      chain.topology.targets[chain.target]?.limit = AnswerBucket(size: 1, pace: .seconds(1))
      #expect(measure(chain, .udp, seed: seed).finding?.isBlackHole == false, "seed \(seed)")
    }
  }

  @Test func `is not known of somebody who answers nothing`() {
    var chain = Chain()
    chain.topology.targets = [:]
    let (finding, took, _) = measure(chain)
    #expect(finding?.mtu == nil && finding?.isBlackHole == false)
    #expect(took.map { $0 < .seconds(5) } == true)
  }
}
