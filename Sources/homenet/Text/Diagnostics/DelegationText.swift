import Diagnostics
import Wire

/// The way from the root, for people.
struct DelegationText {
  let style: Style

  /// A line a question, then the records, or why there are none.
  func lines(_ trace: DelegationTrace) -> [String] {
    let zones = trace.steps.map { Self.zone($0) }
    let servers = trace.steps.map { Self.server($0) }
    let zoneWidth = min(30, zones.map { DisplayWidth.of($0) }.max() ?? 0)
    let serverWidth = min(46, servers.map { DisplayWidth.of($0) }.max() ?? 0)
    var lines = zip(trace.steps, zip(zones, servers)).map { step, texts in
      let time = step.reply.message == nil ? "" : Milliseconds.text(step.reply.elapsed) + " ms"
      let padding = String(repeating: " ", count: max(0, 9 - time.count))
      return DisplayText.padded(texts.0, to: zoneWidth) + "  "
        + DisplayText.padded(texts.1, to: serverWidth) + "  \(padding)\(time)  " + said(step)
    }
    lines.append("")
    for record in trace.records.prefix(200) {
      lines.append(
        DNSText.type(record.type)
          + DisplayText.safe(record.data.masterText) + "  "
          + style.dim(DisplayText.safe(DNSText.name(record.name)) + "  \(record.ttl) s")
      )
    }
    switch trace.end {
    case .stuck(let words): lines.append(style.bad(DisplayText.safe(words)))
    case .cancelled: lines.append(style.dim("ended before the answer"))
    case .answered:
      switch trace.steps.last?.finding {
      case .noSuchName: lines.append(style.bad("no such name"))
      case .noData: lines.append(style.dim("no such record"))
      default: break
      }
    }
    return lines
  }

  private static func zone(_ step: DelegationTrace.Step) -> String {
    let indent = step.lookingFor == nil ? "" : "  "
    return indent + DisplayText.safe(step.zone.masterText)
  }

  private static func server(_ step: DelegationTrace.Step) -> String {
    let address = step.reply.server.endpoint.map { "\($0.address)" } ?? ""
    let name = step.server == .root ? "" : DNSText.name(step.server) + " "
    return DisplayText.safe(name + address)
  }

  private func said(_ step: DelegationTrace.Step) -> String {
    let question = step.lookingFor.map { " for the address of \(DNSText.name($0))" } ?? ""
    switch step.finding {
    case .answer: return style.good("answers") + DisplayText.safe(question)
    case .alias(let target): return DisplayText.safe("an alias of \(DNSText.name(target))")
    case .referral(let zone, let servers):
      let names = servers.prefix(4).map { DNSText.name($0) }.joined(separator: ", ")
      let more = servers.count > 4 ? " and \(servers.count - 4) more" : ""
      return DisplayText.safe("\(zone.masterText) is at \(names)\(more)\(question)")
    case .noSuchName: return style.bad("no such name") + DisplayText.safe(question)
    case .noData: return "no such record" + DisplayText.safe(question)
    case .lame(let words): return style.warning(DisplayText.safe("no answer: \(words)"))
    case .failed(let words): return style.bad(DisplayText.safe(words))
    }
  }
}
