public import Wire

extension DNSReport {
  /// Servers that don't say the same of a type.
  public struct Difference: Hashable, Sendable {
    /// Of which type.
    public var type: DNSType
    /// What is said, most servers first.
    public var groups: [Group]

    /// Servers that say the same.
    public struct Group: Hashable, Sendable {
      /// Their names.
      public var servers: [String]
      /// What came of asking.
      public var outcome: Answer.Outcome
      /// The records' contents, in order of text.
      public var records: [String]
    }
  }

  /// Where servers that answered disagree; how long records hold doesn't count.
  public var differences: [Difference] {
    types.compactMap { type in
      var groups: [Difference.Group] = []
      for answer in answers where answer.reply.question.type == type {
        let outcome = answer.outcome
        guard outcome.isConclusive else { continue }
        let records = answer.comparedRecords
        let name = answer.reply.server.name
        if let index = groups.firstIndex(where: { $0.outcome == outcome && $0.records == records })
        {
          groups[index].servers.append(name)
        } else {
          groups.append(.init(servers: [name], outcome: outcome, records: records))
        }
      }
      guard groups.count > 1 else { return nil }
      let sorted = groups.enumerated().sorted {
        ($1.element.servers.count, $0.offset) < ($0.element.servers.count, $1.offset)
      }
      return Difference(type: type, groups: sorted.map(\.element))
    }
  }
}

extension DNSReport.Answer {
  /// The contents of the wanted type, aliases apart; signatures change by the day.
  fileprivate var comparedRecords: [String] {
    Set(reply.records.wanted.map(\.data.masterText)).sorted()
  }
}
