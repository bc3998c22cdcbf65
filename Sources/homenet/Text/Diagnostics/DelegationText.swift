import Diagnostics
import Model
import Wire

/// The text of `dns --trace`: the delegations from the root.
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
      let owner = DisplayText.safe(DNSText.name(record.name))
      let text = DNSText.type(record.type) + DisplayText.safe(record.data.masterText)
      lines.append(text + "  " + style.dim(owner + "  \(record.ttl) s"))
    }
    switch trace.end {
    case .stuck(let why): lines.append(style.bad(DisplayText.safe(why.text)))
    case .cancelled: lines.append(style.dim("ended before the answer"))
    case .answered:
      switch trace.steps.last?.response {
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
    switch step.response {
    case .answer: return style.good("answers") + DisplayText.safe(question)
    case .alias(let target): return DisplayText.safe("an alias of \(DNSText.name(target))")
    case .referral(let zone, let servers):
      let names = servers.prefix(4).map { DNSText.name($0) }.joined(separator: ", ")
      let more = servers.count > 4 ? " and \(servers.count - 4) more" : ""
      return DisplayText.safe("\(zone.masterText) is at \(names)\(more)\(question)")
    case .noSuchName: return style.bad("no such name") + DisplayText.safe(question)
    case .noData: return "no such record" + DisplayText.safe(question)
    case .lame(let why): return style.warning(DisplayText.safe("no answer: \(why.text)"))
    case .failed(let why): return style.bad(DisplayText.safe(why.text))
    }
  }
}

/// The text of `dns --dnssec`: the chain of trust.
struct DNSSECText {
  let style: Style

  /// A verdict a type, then the way from the trust anchor.
  func lines(_ all: [DNSReport.Validated]) -> [String] {
    guard let first = all.first else { return [] }
    var lines = [""]
    for one in all {
      let reason = one.report.reason.map { ": \($0)" } ?? ""
      lines.append(
        DisplayText.padded("DNSSEC", to: 8) + "\(one.type) " + state(one.report.state)
          + DisplayText.safe(reason)
      )
      if let broken = one.report.brokenLink {
        let link = "\(broken.type) of \(broken.name.masterText) in zone \(broken.zone.masterText)"
        lines.append(Self.indent + DisplayText.safe("the broken link: \(link)"))
      }
    }
    let longest = all.max { $0.report.links.count < $1.report.links.count } ?? first
    let width = longest.report.links.map { DisplayWidth.of($0.zone.masterText) }.max() ?? 0
    for link in longest.report.links.prefix(40) {
      let zone = DisplayText.padded(DisplayText.safe(link.zone.masterText), to: width)
      lines.append(Self.indent + zone + "  " + state(link.state) + said(link))
    }
    for answer in all.flatMap(\.report.answers).prefix(20) where answer.state == .secure {
      guard let key = answer.signedBy, let until = answer.expiration else { continue }
      let what = answer.isDenial ? "the denial of \(answer.type)" : "\(answer.type)"
      let text =
        "\(what) of \(answer.name.masterText) is signed by key \(key.tag) until "
        + String(until.description.prefix(16))
      lines.append(Self.indent + style.dim(DisplayText.safe(text)))
    }
    return lines
  }

  private static let indent = "        "

  private func said(_ link: DNSSECReport.Link) -> String {
    if let reason = link.reason { return DisplayText.safe(": \(reason)") }
    guard let key = link.signedBy else { return "" }
    let tags = link.signers.prefix(4).map { "\($0.keyTag)" }.joined(separator: ", ")
    return style.dim(DisplayText.safe("  DS \(tags), keys signed by \(key.tag) (\(key.algorithm))"))
  }

  private func state(_ state: DNSSECReport.State) -> String {
    switch state {
    case .secure: style.good(state.rawValue)
    case .insecure, .indeterminate: style.warning(state.rawValue)
    case .bogus: style.bad(state.rawValue)
    }
  }
}
