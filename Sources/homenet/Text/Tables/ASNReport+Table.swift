import Diagnostics

extension ASNReport: TabularReport {
  static let columns = [
    "subject", "kind", "asn", "asns", "prefix", "holder", "country", "registry", "allocated",
    "rpki", "special_use", "error",
  ]

  /// A row a subject.
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
