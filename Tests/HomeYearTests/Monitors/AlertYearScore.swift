import Model
import Monitoring

/// Compares what channels were told, and what the store says, with what the script says.
struct AlertYearScore {
  let channels: [ChannelScore]
  /// The greatest difference of a monitor's share of time up, as the store has it, from the truth.
  private(set) var worstUptime = 0.0
  private let run: YearRun

  init(_ run: YearRun) throws {
    self.run = run
    channels = YearRules.channels.map { ChannelScore(run, $0) }
    let (from, to) = (YearScript.time(0), YearScript.time(run.script.end))
    for monitor in run.script.monitors {
      let states = try run.store.monitorStates(of: monitor.id, from: from, to: to)
      let share = MonitorTracker.uptime(of: states, from: from, to: to).share ?? 0
      worstUptime = max(worstUptime, abs(share - Self.uptime(of: monitor.id, run.script)))
    }
  }

  /// What may not happen.
  var problems: [String] { run.script.home.failures + channels.flatMap(\.problems) }

  func count(of kind: YearScript.Fault.Kind) -> Int {
    run.script.faults.count { $0.kind == kind }
  }

  /// The share of the time that a target was there, of the time in which that could be known and counts.
  private static func uptime(of monitor: String, _ script: YearScript) -> Double {
    var (counted, down) = (script.end, Int64(0))
    for outage in script.ownOutages { counted -= outage.upperBound - outage.lowerBound }
    for fault in script.faults where fault.monitor == monitor {
      switch fault.kind {
      case .long, .parent, .nested, .muted: down += fault.to - fault.from
      case .flapping: down += (fault.to - fault.from) / 2
      // With the margins of its window.
      case .inMaintenance: counted -= fault.to - fault.from + 660
      case .short, .partial, .duringOwnOutage, .degraded: break
      }
    }
    return 1 - Double(down) / Double(counted)
  }

  /// The lines to print.
  var lines: [String] {
    let kinds = YearScript.Fault.Kind.allCases.map { "\($0.rawValue) \(count(of: $0))" }
    let sorted = channels.flatMap(\.delays).sorted()
    func share(_ percent: Int) -> Double {
      sorted.isEmpty ? 0 : sorted[(sorted.count - 1) * percent / 100]
    }
    let uptime = (worstUptime * 1_000_000).rounded() / 10_000
    var lines = [
      "\(run.checks) checks, \(run.killed.count) kills, \(run.script.mutes.count) mutes, "
        + "\(run.script.home.entries.count) changes of the home",
      "faults: " + kinds.joined(separator: ", "),
    ]
    lines += channels.map(\.line)
    lines.append(
      "faults noticed after \(share(50)) s in the middle, \(share(99)) s in 99 of 100, "
        + "\(share(100)) s at most"
    )
    lines.append("shares of time up: at most \(uptime) % from the truth")
    lines.append("what may not happen: \(problems.count)")
    lines += problems.prefix(20).map { "  " + $0 }
    return lines
  }
}
