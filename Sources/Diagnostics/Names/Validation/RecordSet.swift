import Wire

/// All records of a name and type in a part of a message, with the signatures over them.
struct RecordSet {
  let name: DNSName
  let type: DNSType
  private(set) var records: [DNSRecord] = []
  private(set) var signatures: [DNSSignature] = []

  /// How it is called in sentences.
  var words: String { "\(name) \(type)" }

  /// The sets of the Internet's class, in order of appearance; signatures of nothing are left out.
  static func sets(in records: [DNSRecord]) -> [RecordSet] {
    struct Key: Hashable {
      var name: DNSName
      var type: DNSType
    }
    var places: [Key: Int] = [:]
    var sets: [RecordSet] = []
    for record in records where record.recordClass == .internet && record.type != .rrsig {
      let key = Key(name: record.name, type: record.type)
      if let place = places[key] {
        sets[place].records.append(record)
      } else {
        places[key] = sets.count
        sets.append(RecordSet(name: record.name, type: record.type, records: [record]))
      }
    }
    for record in records where record.recordClass == .internet {
      guard case .rrsig(let signature) = record.data,
        let place = places[Key(name: record.name, type: signature.typeCovered)]
      else { continue }
      sets[place].signatures.append(signature)
    }
    return sets
  }

  private init(name: DNSName, type: DNSType, records: [DNSRecord]) {
    self.name = name
    self.type = type
    self.records = records
  }
}

extension [RecordSet] {
  /// The set of that name and type.
  func first(_ name: DNSName, _ type: DNSType) -> RecordSet? {
    first { $0.type == type && $0.name == name }
  }
}
