import Diagnostics
import Model

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
      + report.results.flatMap { entry in
        (entry.prefixes ?? []).isEmpty ? [] : [""] + describe(entry)
      }
  }

  private func describe(_ entry: ASNReport.Entry) -> [String] {
    var lines = [style.bold(DisplayText.safe(entry.subject.description))]
    for (name, value) in rows(entry) {
      guard let value else { continue }
      lines.append(DisplayText.padded(name, to: 14) + DisplayText.safe(value))
    }
    if let authorisation = entry.rpki {
      lines.append(DisplayText.padded("RPKI", to: 14) + words(authorisation))
    }
    if let registration = entry.registration {
      lines += WhoisText.fields(registration).map { name, value in
        DisplayText.padded(name, to: 14) + DisplayText.safe(value)
      }
    }
    if let prefixes = entry.prefixes {
      lines.append("Announces     \(prefixes.count) network\(prefixes.count == 1 ? "" : "s")")
      lines += prefixes.map { "  " + DisplayText.safe($0) }
    }
    if let why = entry.prefixesFailure {
      lines.append(
        style.warning(DisplayText.safe("warning: its networks can't be listed: \(why.text)"))
      )
    }
    if let failure = entry.failure { lines.append(style.bad(DisplayText.safe(failure.text))) }
    return lines
  }

  private func rows(_ entry: ASNReport.Entry) -> [(String, String?)] {
    let given = [
      entry.origin?.country ?? entry.holder?.country,
      entry.origin?.registry ?? entry.holder?.registry,
      entry.origin?.allocated ?? entry.holder?.allocated,
    ]
    .compactMap(\.self)
    return [
      ("Special use", entry.specialUse),
      ("System", Self.systems(entry)),
      ("Prefix", entry.origin?.prefix),
      ("Holder", entry.holder?.name),
      ("Allocated", given.isEmpty ? nil : given.joined(separator: ", ")),
    ]
  }

  private static func systems(_ entry: ASNReport.Entry) -> String? {
    let systems = entry.origin?.systems ?? entry.holder.map { [$0.system] } ?? []
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

  private func row(_ entry: ASNReport.Entry) -> [TextTable.Cell] {
    let note = entry.specialUse ?? entry.failure?.text ?? entry.holder?.name
    return [
      .init(entry.subject.description, style: style.bold),
      .init(Self.systems(entry)),
      .init(entry.origin?.prefix),
      .init(entry.rpki.map { $0.word ?? "not known" }) {
        entry.rpki == .invalid ? style.bad($0) : entry.rpki == .valid ? style.good($0) : $0
      },
      .init(entry.origin?.country ?? entry.holder?.country),
      .init(note) { entry.failure == nil ? $0 : style.bad($0) },
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
        CSVField(result.specialUse), CSVField(result.failure?.text),
      ]
    }
  }
}
