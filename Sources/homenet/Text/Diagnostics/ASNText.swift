import Diagnostics

struct ASNText {
  let style: Style

  /// Up to so many subjects are described each by itself, more in a table.
  private static let mostDescribed = 4

  /// What is known of each subject, in the order asked.
  func lines(_ report: ASNReport, width: Int?) -> [String] {
    guard report.results.count > Self.mostDescribed else {
      return Array(report.results.map(describe).joined(separator: [""]))
    }
    var table = TextTable(columns: Self.columns)
    table.rows = report.results.map(row)
    return table.lines(width: width, header: style.dim)
      + report.results.flatMap { finding in
        (finding.prefixes ?? []).isEmpty ? [] : [""] + describe(finding)
      }
  }

  private func describe(_ finding: ASNReport.Finding) -> [String] {
    var lines = [style.bold(DisplayText.safe(finding.subject.description))]
    for (name, value) in rows(finding) {
      guard let value else { continue }
      lines.append(DisplayText.padded(name, to: 14) + DisplayText.safe(value))
    }
    if let authorisation = finding.rpki {
      lines.append(DisplayText.padded("RPKI", to: 14) + words(authorisation))
    }
    if let registration = finding.registration {
      lines += WhoisText.fields(registration).map { name, value in
        DisplayText.padded(name, to: 14) + DisplayText.safe(value)
      }
    }
    if let prefixes = finding.prefixes {
      lines.append("Announces     \(prefixes.count) network\(prefixes.count == 1 ? "" : "s")")
      lines += prefixes.map { "  " + DisplayText.safe($0) }
    }
    if let why = finding.prefixesFailure {
      lines.append(style.warning(DisplayText.safe("warning: its networks can't be listed: \(why)")))
    }
    if let failure = finding.failure { lines.append(style.bad(DisplayText.safe(failure))) }
    return lines
  }

  private func rows(_ finding: ASNReport.Finding) -> [(String, String?)] {
    let given = [
      finding.origin?.country ?? finding.holder?.country,
      finding.origin?.registry ?? finding.holder?.registry,
      finding.origin?.allocated ?? finding.holder?.allocated,
    ]
    .compactMap(\.self)
    return [
      ("Special use", finding.specialUse),
      ("System", Self.systems(finding)),
      ("Prefix", finding.origin?.prefix),
      ("Holder", finding.holder?.name),
      ("Allocated", given.isEmpty ? nil : given.joined(separator: ", ")),
    ]
  }

  private static func systems(_ finding: ASNReport.Finding) -> String? {
    let systems = finding.origin?.systems ?? finding.holder.map { [$0.system] } ?? []
    return systems.isEmpty ? nil : systems.map { "AS\($0)" }.joined(separator: ", ")
  }

  private func words(_ authorisation: RoutingStatistics.Authorisation) -> String {
    switch authorisation {
    case .valid: style.good("valid")
    case .invalid: style.bad("invalid") + ": the system may not announce this network"
    case .unknown: "unknown: no authorisation (ROA) covers this network"
    case .undetermined(let why): style.warning(DisplayText.safe("not known: \(why)"))
    }
  }

  private func row(_ finding: ASNReport.Finding) -> [TextTable.Cell] {
    let note = finding.specialUse ?? finding.failure ?? finding.holder?.name
    return [
      .init(finding.subject.description, style: style.bold),
      .init(Self.systems(finding)),
      .init(finding.origin?.prefix),
      .init(finding.rpki.map { $0.word ?? "not known" }) {
        finding.rpki == .invalid ? style.bad($0) : finding.rpki == .valid ? style.good($0) : $0
      },
      .init(finding.origin?.country ?? finding.holder?.country),
      .init(note) { finding.failure == nil ? $0 : style.bad($0) },
    ]
  }

  private static let columns: [TextTable.Column] = [
    .init(title: "SUBJECT", minimum: 15, maximum: 45, importance: 10, isWhole: true),
    .init(title: "SYSTEM", minimum: 7, maximum: 24, importance: 9, isWhole: true),
    .init(title: "PREFIX", minimum: 9, maximum: 43, importance: 7, isWhole: true),
    .init(title: "RPKI", minimum: 7, maximum: 8, importance: 6, isWhole: true),
    .init(title: "IN", minimum: 2, maximum: 2, importance: 5, isWhole: true),
    .init(title: "HOLDER", minimum: 10, maximum: 60, importance: 8),
  ]
}

extension ASNReport: TabularReport {
  static let columns = [
    "subject", "kind", "asn", "asns", "prefix", "holder", "country", "registry", "allocated",
    "rpki", "special_use", "error",
  ]

  var rows: [[CSVField]] {
    results.map { result in
      let holder = result.holder
      let systems = result.origin?.systems ?? holder.map { [$0.system] } ?? []
      return [
        CSVField(result.subject.description), CSVField(result.subject.kind),
        CSVField(systems.first), CSVField(list: systems.map(\.description)),
        CSVField(result.origin?.prefix), CSVField(holder?.name),
        CSVField(result.origin?.country ?? holder?.country),
        CSVField(result.origin?.registry ?? holder?.registry),
        CSVField(result.origin?.allocated ?? holder?.allocated), CSVField(result.rpki?.word),
        CSVField(result.specialUse), CSVField(result.failure),
      ]
    }
  }
}
