import Diagnostics
import HomeNet
import Wire

/// What name servers say, for people.
struct DNSText {
  let style: Style

  /// The name, what is said of it, then who said so, and what is wrong.
  func lines(_ report: DNSReport) -> [String] {
    var lines = [title(report)]
    if let trace = report.trace {
      lines += DelegationText(style: style).lines(trace)
    } else if report.servers.count == 1 || report.subject.isOfLink {
      lines += alone(report)
    } else {
      lines += sideBySide(report)
    }
    return lines + DNSSECText(style: style).lines(report.dnssec)
  }

  private func title(_ report: DNSReport) -> String {
    let subject = report.subject
    let text = DisplayText.safe(subject.text)
    let asked = Self.name(subject.name)
    var more = ""
    if subject.address != nil || asked != subject.text.lowercased() { more = " (\(asked))" }
    if let international = subject.international, international != subject.text {
      more += " (\(international))"
    }
    return style.bold(text) + (text == asked ? "" : DisplayText.safe(more))
  }

  /// A type as the first column shows it.
  static func type(_ type: DNSType) -> String {
    DisplayText.padded(type.description, to: max(7, type.description.count)) + " "
  }

  // MARK: One server

  private func alone(_ report: DNSReport) -> [String] {
    var lines: [String] = []
    for answer in report.answers {
      let type = Self.type(answer.reply.question.type)
      switch answer.outcome {
      case .records: lines += records(answer, report)
      case .noData: lines += records(answer, report) + [type + style.dim("none")]
      case .noSuchName:
        // An alias that leads nowhere has records all the same.
        lines += records(answer, report) + [type + style.bad("no such name")]
      case .referral:
        lines += records(answer, report)
        lines.append(type + style.warning(DisplayText.safe(answer.because ?? "a referral")))
      case .cancelled: lines.append(type + style.dim("not answered yet"))
      case .error, .failed:
        // What can be read of an answer is shown all the same.
        if case .failed(.malformed) = answer.outcome { lines += records(answer, report) }
        lines.append(type + style.bad(DisplayText.safe(answer.because ?? "no answer")))
      }
      if answer.outcome.isConclusive, answer.outcome != .referral, let because = answer.because {
        lines.append(type + style.warning(DisplayText.safe(because)))
      }
    }
    return lines + [""] + report.servers.map { asked($0, report) }
  }

  private func records(_ answer: DNSReport.Answer, _ report: DNSReport) -> [String] {
    answer.records.prefix(200).map { record in
      let owner =
        record.name == answer.reply.question.name ? "" : "  " + style.dim(Self.name(record.name))
      return Self.type(record.type)
        + DisplayText.safe(record.data.masterText)
        + owner + style.dim("  \(record.ttl) s")
    }
  }

  private func asked(_ server: DNSServer, _ report: DNSReport) -> String {
    let answers = report.answers(of: server)
    let times = answers.filter { $0.reply.message != nil }.map { $0.reply.elapsed }
    let name = DisplayText.safe(server.name)
    let transport = answers.last?.reply.transport ?? server.transport
    guard let slowest = times.max() else {
      let isUnreadable = answers.contains { answer in
        if case .failed(.malformed) = answer.outcome { true } else { false }
      }
      let none = isUnreadable ? "no answer that can be read" : "no answer"
      return style.dim("\(name) by \(Self.words(transport)): \(none)")
    }
    var notes: [String] = []
    if answers.contains(where: \.reply.wasTruncated) { notes.append("too long for UDP") }
    if answers.contains(where: \.reply.wentWithoutExtensions) { notes.append("without EDNS") }
    if answers.contains(where: { $0.reply.message?.flags.isAuthoritative == true }) {
      notes.append("authoritative")
    }
    let more = notes.isEmpty ? "" : ", " + notes.joined(separator: ", ")
    return style.dim(
      "\(name) by \(Self.words(transport)): \(Milliseconds.text(slowest)) ms\(more)"
    )
  }

  // MARK: Several

  private func sideBySide(_ report: DNSReport) -> [String] {
    var lines: [String] = []
    let width = report.servers.map { DisplayWidth.of($0.name) }.max() ?? 0
    for type in report.types {
      lines += ["", style.bold(type.description)]
      for answer in report.answers where answer.reply.question.type == type {
        let name = DisplayText.padded(DisplayText.safe(answer.reply.server.name), to: width)
        let time =
          answer.reply.message == nil ? "" : Milliseconds.text(answer.reply.elapsed) + " ms"
        let padding = String(repeating: " ", count: max(0, 9 - time.count))
        lines.append("\(name)  \(padding)\(time)  \(said(answer))")
      }
    }
    for difference in report.differences {
      let groups = difference.groups.map { group in
        "\(group.servers.joined(separator: ", ")) \(Self.words(group))"
      }
      let text = "\(difference.type) differs: " + groups.joined(separator: "; ")
      lines.append(style.warning(DisplayText.safe(text)))
    }
    return lines
  }

  private func said(_ answer: DNSReport.Answer) -> String {
    switch answer.outcome {
    case .records:
      let texts = answer.reply.records.wanted.prefix(20).map(\.data.masterText)
      return DisplayText.safe(texts.joined(separator: ", ")) + beside(answer)
    case .noData: return style.dim("none") + beside(answer)
    case .noSuchName: return style.bad("no such name") + beside(answer)
    case .referral: return style.warning(DisplayText.safe(answer.because ?? "a referral"))
    case .cancelled: return style.dim("not answered yet")
    case .error, .failed: return style.bad(DisplayText.safe(answer.because ?? "no answer"))
    }
  }

  /// What is odd about an answer that says what there is.
  private func beside(_ answer: DNSReport.Answer) -> String {
    answer.because.map { style.warning(" (\(DisplayText.safe($0)))") } ?? ""
  }

  private static func words(_ group: DNSReport.Difference.Group) -> String {
    let isOne = group.servers.count == 1
    return switch group.outcome {
    case .noSuchName: isOne ? "knows no such name" : "know no such name"
    case .noData: isOne ? "has none" : "have none"
    case .referral: isOne ? "refers to others" : "refer to others"
    default: (isOne ? "says " : "say ") + group.records.prefix(8).joined(separator: ", ")
    }
  }

  private static func words(_ transport: DNSTransport) -> String {
    switch transport {
    case .udp: "UDP"
    case .tcp: "TCP"
    case .tls: "TLS"
    case .https: "HTTPS"
    case .multicast: "multicast"
    }
  }

  /// A name without its final dot.
  static func name(_ name: DNSName) -> String {
    let text = name.masterText
    return text == "." ? text : String(text.dropLast())
  }
}
