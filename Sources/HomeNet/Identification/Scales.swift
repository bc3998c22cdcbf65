/// Weighs clues against each other.
struct Scales {
  /// The clues, most telling first.
  let clues: [Clue]

  /// Below this nothing is claimed.
  private static let threshold = 0.2

  /// Scales with the given clues; their order does not matter.
  init(_ clues: [Clue]) {
    self.clues = Set(clues).sorted { left, right in
      let first = (-left.meaning.weight, left.family.rawValue, left.evidence, left.source)
      let second = (-right.meaning.weight, right.family.rawValue, right.evidence, right.source)
      return first != second
        ? first < second : right.meaning.detail.lexicographicallyPrecedes(left.meaning.detail)
    }
  }

  /// The heaviest category, how sure it is, and the next.
  ///
  /// In a family only the heaviest clue counts; families are taken as independent, so their doubts
  /// multiply. What speaks for the next category takes from the confidence.
  var category: (best: Category, confidence: Double, runnerUp: Category?) {
    var heaviest: [Category: [Clue.Family: Double]] = [:]
    for clue in clues {
      guard let category = clue.meaning.category else { continue }
      let known = heaviest[category]?[clue.family] ?? 0
      heaviest[category, default: [:]][clue.family] = max(known, clue.meaning.weight)
    }
    let scores = heaviest.mapValues { families in
      // Multiplied in a fixed order: floating-point products depend on it.
      1 - families.sorted { $0.key < $1.key }.reduce(1.0) { $0 * (1 - $1.value) }
    }
    let ranked = scores.sorted { left, right in
      left.value != right.value
        ? left.value > right.value : left.key.rawValue < right.key.rawValue
    }
    guard let best = ranked.first, best.value >= Self.threshold else { return (.unknown, 0, nil) }
    let next = ranked.dropFirst().first
    let confidence = best.value * (1 - (next?.value ?? 0) / 2)
    return (best.key, min(confidence, 0.99).rounded(places: 2), next?.key)
  }

  /// The heaviest clue that says what the path leads to.
  func heaviest(_ path: KeyPath<Meaning, String?>) -> (value: String, clue: Clue)? {
    for clue in clues {
      if let value = clue.meaning[keyPath: path] { return (value, clue) }
    }
    return nil
  }
}

extension Meaning {
  /// What decides between clues that are alike: the longer model first, then any fixed order.
  fileprivate var detail: [String] {
    let length = String(1000 + (model?.utf8.count ?? 0))
    return [length, model ?? "", vendor ?? "", category?.rawValue ?? "", os ?? ""]
  }
}
