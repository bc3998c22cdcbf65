import Model
import Monitoring

/// Compares what channels were told with what the script says.
struct YearScore {
  /// Told as down, and wasn't.
  var falseDowns: [String: [String]] = [:]
  /// Down for long, and not told.
  var missed: [String: [String]] = [:]
  /// Told twice.
  var doubled: [String: [String]] = [:]
  /// Its end was not told.
  var unresolved: [String: [String]] = [:]
  /// Told as up without having been told as down.
  var withoutOpening: [String: [String]] = [:]
  /// How long after its beginning a fault was noticed, in seconds.
  var delays: [Double] = []
  private var counts: [String] = []

  /// Three checks a minute apart, the timeout, and the other method.
  private static let longest: Int64 = 3 * 60 + 60 + 10

  init(_ run: YearRun, days: Int) {
    let told = run.script.told
    for (channel, receiver) in run.receivers.sorted(by: { $0.key < $1.key }) {
      let items = receiver.notices.flatMap(\.items)
      var downs = items.filter { $0.kind == .monitorDown }
      var ups = items.filter { $0.kind == .monitorUp }
      counts.append(
        "\(channel): \(receiver.notices.count) notices, \(downs.count) down, \(ups.count) up, "
          + "\(receiver.repeated) repeated with the same id"
      )
      for fault in told where fault.to + 900 < Int64(days) * 86_400 {
        let span = YearScript.time(fault.from)...YearScript.time(fault.to + 30)
        let found = downs.indices.filter {
          downs[$0].monitor == fault.monitor && span.contains(downs[$0].time)
        }
        let name = "\(fault.monitor) at \(span.lowerBound)"
        if let first = found.first {
          let seconds = Double(downs[first].time.milliseconds - span.lowerBound.milliseconds) / 1000
          delays.append(seconds)
          if seconds > Double(Self.longest) + Self.restart {
            missed[channel, default: []].append(name + ": late")
          }
        } else {
          missed[channel, default: []].append(name)
        }
        if found.count > 1 { doubled[channel, default: []].append(name) }
        for index in found.reversed() { downs.remove(at: index) }
        let end = YearScript.time(fault.to)...YearScript.time(fault.to + Self.longest + 60)
        let ended = ups.indices.filter {
          ups[$0].monitor == fault.monitor && end.contains(ups[$0].time)
        }
        if ended.isEmpty { unresolved[channel, default: []].append(name) }
        if ended.count > 1 { doubled[channel, default: []].append(name + ": up") }
        for index in ended.reversed() { ups.remove(at: index) }
      }
      falseDowns[channel] = downs.map { "\($0.monitor ?? "?") at \($0.time): \($0.text)" }
      withoutOpening[channel] = ups.map { "\($0.monitor ?? "?") at \($0.time): \($0.text)" }
      missed[channel, default: []] += []
      doubled[channel, default: []] += []
      unresolved[channel, default: []] += []
    }
  }

  /// How much later it may be where the program was killed meanwhile: its checks begin anew.
  private static let restart: Double = 3 * 60 + 10

  var lines: [String] {
    let sorted = delays.sorted()
    let middle = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    return counts + [
      "\(delays.count) faults noticed after \(middle) s in the middle, \(sorted.last ?? 0) at most"
    ]
  }
}
