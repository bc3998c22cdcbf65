import Testing

/// A home's monitors and alerts over a virtual year: what truly happened is told once, and nothing else.
///
/// `make test` lives some days; `make simulate LEVEL=monitors` a year.
@Suite(.serialized)
struct MonitorYearTests {
  @Test(arguments: YearSettings.ofMonitors?.seeds ?? [3])
  func `what is told is what happened`(seed: UInt64) throws {
    let settings = YearSettings.ofMonitors
    // Fewer days have no room for each kind of fault.
    let days = max(4, settings?.days ?? 4)
    let began = ContinuousClock.now
    func seconds() -> Int64 { (ContinuousClock.now - began).components.seconds }
    let home = try HomeFeed(seed: seed, days: days)
    settings?.show("seed \(seed): the home is lived, after \(seconds()) s")
    let script = YearScript(seed: seed, days: days, home: home)
    var run = try YearRun(script, seed: seed)
    try run.live { day in settings?.show("seed \(seed): day \(day), after \(seconds()) s") }
    let score = try AlertYearScore(run)
    try settings?.tell(
      ["== seed \(seed), \(days) days, monitors, \(seconds()) s"] + score.lines
    )
    #expect(score.problems.isEmpty, "\(score.problems.count): \(score.problems.prefix(5))")
    #expect(score.worstUptime <= (days >= 90 ? 0.001 : 0.005))

    // It is not for want of anything to tell.
    #expect(run.checks > days * 50 * 1300)
    for kind in YearScript.Fault.Kind.allCases { #expect(score.count(of: kind) > 0, "\(kind)") }
    let counted = YearScript.Fault.Kind.counted.map { score.count(of: $0) }.reduce(0, +)
    #expect(counted == max(12, YearScript.faultsOfYear * days / 365))
    #expect(run.killed.count == max(4, YearScript.killsOfYear * days / 365))
    #expect(script.mutes.count > 1)
    #expect(!script.channelOutage.isEmpty)
    for channel in score.channels {
      #expect(!channel.delays.isEmpty)
      #expect(channel.homeNews > 0)
      #expect(channel.toldAfterOutage > 0)
    }
    // Kills between sending and storing, of which a channel gets to know.
    #expect(score.channels.contains { $0.repeated > 0 })
    #expect(score.channels.contains { $0.digests > 0 && $0.digested >= $0.digests })
  }
}
