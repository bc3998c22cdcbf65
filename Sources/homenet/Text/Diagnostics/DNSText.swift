import Diagnostics
import Model
import Wire

struct DNSText {
  let style: Style

  /// The name and its records, then the servers, then the errors.
  func lines(_ report: DNSReport) -> [String] {
    var lines = [title(report)]
    if let trace = report.trace {
      lines += DelegationText(style: style).lines(trace)
    } else if (report.servers.count == 1 && report.zone == nil) || report.subject.isMulticastName {
      lines += alone(report)
    } else {
      lines += sideBySide(report)
    }
    return lines + DNSSECText(style: style).lines(report.dnssec)
  }

  /// `--short`: the records' contents without repetition; a zone transfer as a zone file.
  func short(_ report: DNSReport) -> [String] {
    let isZone = report.types == [.axfr]
    let records = report.trace?.records ?? report.answers.flatMap(\.records)
    var seen: Set<String> = []
    return records.map { record in
      DisplayText.safe(isZone ? Self.line(record) : record.data.masterText)
    }
    .filter { seen.insert($0).inserted }
  }

  /// Why there are no records, or not all: a line each.
  func errors(_ report: DNSReport) -> [String] {
    let answers = report.answers.compactMap { answer -> String? in
      guard !answer.outcome.isConclusive || answer.outcome == .referral else { return nil }
      let what = "\(answer.reply.server.name), \(answer.reply.question.type)"
      return DisplayText.safe("\(what): \(answer.because ?? "not answered yet")")
    }
    let bogus = report.dnssec.filter { $0.report.state == .bogus }.map { one in
      DisplayText.safe("DNSSEC, \(one.type): bogus: \(one.report.reason ?? "")")
    }
    return answers + bogus
      + [report.trace?.end.reason?.text].compactMap(\.self).map(DisplayText.safe)
  }

  /// A record in zone file format.
  private static func line(_ record: DNSRecord) -> String {
    "\(record.name.masterText) \(record.ttl) \(record.recordClass) \(record.type)"
      + " \(record.data.masterText)"
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
    let ofClass = report.questionClass == .internet ? "" : " of class \(report.questionClass)"
    return style.bold(text) + (text == asked ? "" : DisplayText.safe(more)) + ofClass
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
        // An alias without a target still has records.
        lines += records(answer, report) + [type + style.bad("no such name")]
      case .referral:
        lines += records(answer, report)
        lines.append(type + style.warning(DisplayText.safe(answer.because ?? "a referral")))
      case .cancelled: lines.append(type + style.dim("not answered yet"))
      case .error, .failed:
        // A partly readable answer is shown, too.
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
    if answer.reply.question.type == .axfr {
      return answer.records.map { DisplayText.safe(Self.line($0)) }
    }
    return answer.records.prefix(200).map { record in
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
    if answers.contains(where: \.reply.retriedWithoutEDNS) { notes.append("without EDNS") }
    if answers.contains(where: { $0.reply.message?.flags.isAuthoritative == true }) {
      notes.append("authoritative")
    }
    if let answer = answers.first(where: { $0.reply.message != nil }) { notes += extras(answer) }
    let more = notes.isEmpty ? "" : ", " + notes.joined(separator: ", ")
    return style.dim(
      "\(name) by \(Self.words(transport)): \(Milliseconds.text(slowest)) ms\(more)"
    )
  }

  /// The server's NSID and the answer's ECS scope.
  private func extras(_ answer: DNSReport.Answer) -> [String] {
    guard let message = answer.reply.message else { return [] }
    var texts: [String] = []
    if let bytes = message.serverIdentifier {
      let text =
        String(validating: bytes, as: UTF8.self) ?? bytes.map { "\($0)" }.joined(separator: ".")
      texts.append(DisplayText.safe("NSID \(text)"))
    }
    if let cookie = message.cookie {
      texts.append(cookie.server.isEmpty ? "cookie without the server's half" : "cookie returned")
    }
    if let subnet = message.clientSubnet {
      texts.append("subnet \(subnet) answered for /\(subnet.scopeLength)")
    }
    return texts
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
        let extras = extras(answer)
        let more = extras.isEmpty ? "" : style.dim("  " + extras.joined(separator: ", "))
        lines.append("\(name)  \(padding)\(time)  \(said(answer))\(more)")
      }
    }
    lines += report.unknownServers.map { name in
      style.bad(DisplayText.safe("\(Self.name(name)): no resolver says its address"))
    }
    for difference in report.differences {
      let groups = difference.groups.map { group in
        "\(group.servers.joined(separator: ", ")) \(Self.words(group, in: difference))"
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

  /// Warnings about an answer with records.
  private func beside(_ answer: DNSReport.Answer) -> String {
    answer.because.map { style.warning(" (\(DisplayText.safe($0)))") } ?? ""
  }

  private static func words(
    _ group: DNSReport.Difference.Group,
    in difference: DNSReport.Difference
  ) -> String {
    let isOne = group.servers.count == 1
    return switch group.outcome {
    case .noSuchName: isOne ? "knows no such name" : "know no such name"
    case .noData: isOne ? "has none" : "have none"
    case .referral: isOne ? "refers to others" : "refer to others"
    default:
      if let serial = serials(difference)[group.records] {
        (isOne ? "has" : "have") + " serial \(serial)"
      } else {
        (isOne ? "says " : "say ") + group.records.prefix(8).joined(separator: ", ")
      }
    }
  }

  /// The SOA serials of the groups, if they differ.
  private static func serials(_ difference: DNSReport.Difference) -> [[String]: String] {
    guard difference.type == .soa else { return [:] }
    var serials: [[String]: String] = [:]
    for group in difference.groups where group.records.count == 1 {
      let words = group.records[0].split(separator: " ")
      if words.count == 7 { serials[group.records] = String(words[2]) }
    }
    return Set(serials.values).count == serials.count ? serials : [:]
  }

  private static func words(_ transport: DNSTransport) -> String {
    transport == .multicast ? "multicast" : transport.rawValue.uppercased()
  }

  /// A name without its final dot.
  static func name(_ name: DNSName) -> String {
    let text = name.masterText
    return text == "." ? text : String(text.dropLast())
  }
}

extension DNSReport: TabularReport {
  static let columns = [
    "server", "transport", "asked_type", "outcome", "name", "type", "ttl", "data", "time_ms",
    "because", "dnssec",
  ]

  /// A row per server and record; one without a record for a server that gave none.
  var rows: [[CSVField]] {
    answers.flatMap(rows)
      + unknownServers.map { server in
        [CSVField(server.masterText), .unknown, .unknown, CSVField(UnknownHost.unknown)]
          + Array(repeating: .unknown, count: Self.columns.count - 4)
      }
  }

  private func rows(_ answer: Answer) -> [[CSVField]] {
    let reply = answer.reply
    let records = answer.records.map(Optional.some)
    let validated = dnssec.first { $0.type == reply.question.type }
    return (records.isEmpty ? [nil] : records).map { record in
      [
        CSVField(reply.server.name), CSVField(reply.transport.rawValue),
        CSVField(reply.question.type.description), CSVField(answer.outcome.word),
        CSVField(record?.name.masterText), CSVField(record?.type.description),
        CSVField(record?.ttl), CSVField(record?.data.masterText),
        CSVField(reply.message == nil ? nil : reply.elapsed.roundedMilliseconds),
        CSVField(answer.because), CSVField(validated?.report.state.rawValue),
      ]
    }
  }
}
