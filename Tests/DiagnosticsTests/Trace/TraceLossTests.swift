import DemoHome
import Model
import Networking
import Simulation
import Testing
@testable import Wire
@testable import Diagnostics

@Suite struct `A trace's losses` {
  /// As where somebody traced a moment before.
  @Test(arguments: [0, 2], UInt64(1)...8)
  func `takes a target's spent answers for no loss, and no farther away`(routers: Int, seed: UInt64)
  {
    var chain = Chain(routers: routers)
    var spent = AnswerBucket.linux
    spent.left = Double(seed) / 8
    chain.topology.targets[chain.target]?.limit = spent
    for stage in chain.topology.stages.indices { chain.topology.stages[stage][0].limit = spent }
    let (report, took, _) = chain.trace(seed: seed)
    #expect(report.isReached && report.hops.count == routers + 1, "\(report)")
    #expect(report.verdict.code == .reached, "\(report.verdict.text)")
    #expect(took.map { $0 < .seconds(10) } == true)
  }

  @Test func `asks slowly whether a few losses were any`() {
    var chain = Chain()
    chain.topology.targets[chain.target]?.loss = 0.5
    var lossy = 0
    for seed in UInt64(1)...40 {
      let report = chain.trace(seed: seed).report
      if report.verdict.code == .loss { lossy += 1 }
      // Nothing is asked slowly where nothing was lost.
      if report.hops.last?.loss == 0 { #expect(report.hops.last?.sent == 3) }
    }
    // Three of three get through or none in a quarter of the runs; half of those five slow ones lose one.
    #expect(lossy > 24)
  }

  @Test func `does not call a few losses none where five slow packets can't tell`() {
    var chain = Chain()
    chain.topology.targets[chain.target]?.loss = 0.1
    var doubtful = 0
    for seed in UInt64(1)...60 {
      let report = chain.trace(seed: seed).report
      guard let last = report.hops.last, last.loss > 0 else { continue }
      #expect(!report.verdict.text.contains("that is no loss"), "seed \(seed)")
      #expect(last.isDoubtful == (last.state == .rateLimited))
      guard last.isDoubtful else { continue }
      doubtful += 1
      #expect(report.verdict.text.contains("a little loss looks alike"))
    }
    #expect(doubtful > 0)
  }

  @Test func `names the hop that loss begins at, and not routers that answer seldom`() {
    var chain = Chain()
    chain.topology.stages[2][0].loss = 0.2
    chain.topology.stages[4][0].answerLoss = 0.6
    for seed in UInt64(1)...20 {
      let options = TraceOptions(rounds: 100, interval: .milliseconds(200))
      let report = chain.trace(options, seed: seed).report
      #expect(report.verdict.code == .loss, "seed \(seed)")
      #expect(report.verdict.text.contains("Loss begins at hop 3 (10.0.3.1) and stays"))
      #expect(report.hops[4].state == .rateLimited)
      #expect(report.hops[0].state == .answers && report.hops[2].state == .lossy)
    }
  }

  @Test func `calls loss at the last link the target's`() {
    var chain = Chain()
    chain.topology.targets[chain.target]?.loss = 0.3
    let options = TraceOptions(rounds: 60, interval: .milliseconds(100))
    let report = chain.trace(options).report
    #expect(report.verdict.code == .loss && report.verdict.text.contains("begins at the target"))
  }

  @Test func `calls a limited rate no loss, be it the target's own`() {
    var chain = Chain()
    for stage in chain.topology.stages.indices { chain.topology.stages[stage][0].limit = .linux }
    chain.topology.targets[chain.target]?.limit = .linux
    for seed in UInt64(1)...10 {
      let options = TraceOptions(rounds: 40, interval: .milliseconds(100))
      let report = chain.trace(options, seed: seed).report
      #expect(report.hops.allSatisfy { $0.received < 40 && $0.state == .rateLimited })
      #expect(report.verdict.code == .reached, "seed \(seed): \(report.verdict.text)")
      #expect(report.verdict.text.contains("limit how often they answer"))
    }
  }

  @Test func `does not take chance for a limit`() {
    for seed in UInt64(1)...40 {
      for loss in [0.05, 0.2, 0.5] {
        var chain = Chain(routers: 1)
        chain.topology.targets[chain.target]?.loss = loss
        let options = TraceOptions(rounds: 100, interval: .milliseconds(100))
        let report = chain.trace(options, seed: seed).report
        #expect(report.verdict.code == .loss, "seed \(seed), loss \(loss)")
      }
    }
  }

  /// `--rounds 10 -i 0.2`, as Linux answers it: too few for a pattern.
  @Test(arguments: [10, 12, 15], UInt64(1)...10)
  func `takes quick rounds' spent answers for no loss`(rounds: Int, seed: UInt64) {
    var chain = Chain(routers: 4)
    var spent = AnswerBucket.linux
    spent.left = 6 - Double(seed % 5)
    chain.topology.targets[chain.target]?.limit = spent
    for stage in chain.topology.stages.indices { chain.topology.stages[stage][0].limit = spent }
    let options = TraceOptions(rounds: rounds, interval: .milliseconds(200))
    let report = chain.trace(options, seed: seed).report
    #expect(report.hops.last.map { $0.loss > 0 } == true)
    #expect(report.verdict.code == .reached, "\(report.verdict.text)")
  }

  @Test func `takes chance for loss in quick rounds too`() {
    var chain = Chain(routers: 4)
    chain.topology.targets[chain.target]?.loss = 0.4
    let options = TraceOptions(rounds: 10, interval: .milliseconds(200))
    let lossy = (UInt64(1)...40).count {
      chain.trace(options, seed: $0).report.verdict.code == .loss
    }
    #expect(lossy >= 34)
  }

  @Test func `finds a target whose first answers are lost`() {
    var chain = Chain()
    chain.topology.targets[chain.target]?.loss = 0.5
    for seed in UInt64(1)...30 {
      let report = chain.trace(TraceOptions(rounds: 20, interval: .milliseconds(50)), seed: seed)
        .report
      #expect(report.isReached && report.hops.count == 8, "seed \(seed)")
    }
  }
}
