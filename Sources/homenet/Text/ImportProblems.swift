/// What of a file is not used, or not as it stands there: a sentence each.
///
/// Of each kind the first ones are told, and how many more there are: a file may have a hundred thousand
/// lines with the same fault.
struct ImportProblems {
  /// As many sentences of one kind as are told.
  static let mostOfAKind = 20

  private var kinds: [String] = []
  private var found: [String: (sentences: [String], more: Int)] = [:]

  /// Adds a problem at a place in the file, such as `line 7`; those of one kind are counted together.
  mutating func add(_ problem: String, of kind: String? = nil, at place: String? = nil) {
    let kind = kind ?? problem
    guard let known = found[kind] else {
      kinds.append(kind)
      found[kind] = ([Self.sentence(problem, place)], 0)
      return
    }
    if known.sentences.count < Self.mostOfAKind {
      found[kind]?.sentences.append(Self.sentence(problem, place))
    } else {
      found[kind]?.more += 1
    }
  }

  /// The sentences, by kind in the order in which the kinds were found.
  var sentences: [String] {
    kinds.flatMap { kind -> [String] in
      guard let (sentences, more) = found[kind] else { return [] }
      return more == 0 ? sentences : sentences + ["\(more) more: \(kind)"]
    }
  }

  private static func sentence(_ problem: String, _ place: String?) -> String {
    place.map { "\($0): \(problem)" } ?? problem
  }
}
