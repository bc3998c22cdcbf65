import Diagnostics
import Model
import Wire

/// What DNSSEC says, for people.
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
