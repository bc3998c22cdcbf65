public import Wire

/// Which records of an answer are the question's.
///
/// Those of its name are, and of the names that it stands for by CNAME and DNAME (RFC 6672), in its
/// class. What else stands there is nobody's answer.
public struct OwnRecords: Hashable, Sendable {
  /// The question's, aliases and signatures included, as they stand in the message.
  public private(set) var own: [DNSRecord] = []
  /// Those of other names or classes.
  public private(set) var foreign: [DNSRecord] = []
  /// Those of the question's own that are of the type that is wanted.
  public private(set) var wanted: [DNSRecord] = []
  /// Whether a record that is wanted, or that leads on to it, can't be read.
  public private(set) var hasUnreadable = false

  /// Sorts the answer of a message.
  public init(_ question: DNSQuestion, in message: DNSMessage) {
    let records = message.answers
    // A zone is all of its records.
    if question.type == .axfr {
      own = records.filter { $0.name.isInside(question.name) && Self.isOfClass($0, question) }
      foreign = records.filter { !$0.name.isInside(question.name) || !Self.isOfClass($0, question) }
      wanted = own
      return
    }
    let ofClass = records.filter { Self.isOfClass($0, question) }
    let (names, trees) = Self.names(question.name, ofClass)
    for record in records {
      let isNamed = names.contains(record.name)
      guard Self.isOfClass(record, question),
        isNamed || trees.contains(record.name) && Self.isOfTree(record)
      else {
        foreign.append(record)
        continue
      }
      own.append(record)
      let isWanted = isNamed && (question.type == .any || question.type == record.type)
      if isWanted { wanted.append(record) }
      if case .malformed = record.data, isWanted || [.cname, .dname].contains(record.type) {
        hasUnreadable = true
      }
    }
  }

  private static func isOfClass(_ record: DNSRecord, _ question: DNSQuestion) -> Bool {
    question.questionClass == .any || record.recordClass == question.questionClass
  }

  /// What says that a tree of names stands for another, or signs that.
  private static func isOfTree(_ record: DNSRecord) -> Bool {
    if case .rrsig(let signature) = record.data { return signature.typeCovered == .dname }
    return record.type == .dname
  }

  /// The names on the way from alias to alias, and those whose DNAME leads on; a way in a circle ends
  /// where it began.
  private static func names(
    _ name: DNSName,
    _ records: [DNSRecord]
  ) -> (names: Set<DNSName>, trees: Set<DNSName>) {
    var targets: [DNSName: DNSName] = [:]
    var trees: [DNSName: DNSName] = [:]
    for record in records {
      switch record.data {
      case .cname(let target): targets[record.name] = targets[record.name] ?? target
      case .dname(let target): trees[record.name] = trees[record.name] ?? target
      case .malformed(.dname, _): trees[record.name] = trees[record.name] ?? record.name
      default: continue
      }
    }
    var names: Set<DNSName> = []
    var used: Set<DNSName> = []
    var next: DNSName? = name
    while let current = next, names.insert(current).inserted {
      // Above the name, the nearest first; a DNAME does not speak of its own name.
      var made: DNSName?
      var tree = current
      for depth in 1...max(1, current.labelCount) where !trees.isEmpty {
        tree = tree.parent
        guard let target = trees[tree] else { continue }
        used.insert(tree)
        made = DNSName(labels: current.labels.prefix(depth))?.inside(target)
        break
      }
      next = targets[current] ?? made
    }
    return (names, used)
  }
}
