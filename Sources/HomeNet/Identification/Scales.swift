/// Weighs clues against each other.
struct Scales {
  /// The clues, most telling first.
  let clues: [Clue]

  /// Below this nothing is claimed.
  private static let threshold = 0.2

  /// Scales with the given clues; their order does not matter.
  init(_ clues: [Clue]) {
    // Numbers are moved while sorting; clues are large.
    let order = clues.indices.sorted { Self.precedes($0, $1, in: clues) }
    var sorted: [Clue] = []
    sorted.reserveCapacity(order.count)
    // The order tells any two clues apart, so equal ones stand side by side.
    var previous: Int?
    for index in order {
      if let previous, clues[previous] == clues[index] { continue }
      sorted.append(clues[index])
      previous = index
    }
    self.clues = sorted
  }

  /// By parts, so that none of two large values is copied for being compared.
  private static func precedes(_ left: Int, _ right: Int, in clues: [Clue]) -> Bool {
    let weights = (clues[left].meaning.weight, clues[right].meaning.weight)
    if weights.0 != weights.1 { return weights.0 > weights.1 }
    let families = (clues[left].family, clues[right].family)
    if families.0 != families.1 { return families.0 < families.1 }
    if clues[left].evidence != clues[right].evidence {
      return clues[left].evidence < clues[right].evidence
    }
    if clues[left].source != clues[right].source { return clues[left].source < clues[right].source }
    return clues[right].meaning.precedesInDetail(clues[left].meaning)
  }

  /// The heaviest category, how sure it is, and the next.
  ///
  /// In a family only the heaviest clue counts; families are taken as independent, so their doubts
  /// multiply. What speaks for the next category takes from the confidence.
  var category: (best: Category, confidence: Double, runnerUp: Category?) {
    var candidates: [(category: Category, weights: SIMD8<Double>)] = []
    for clue in clues {
      guard let category = clue.meaning.category else { continue }
      let family = clue.family.rawValue
      guard let index = candidates.firstIndex(where: { $0.category == category }) else {
        var weights = SIMD8<Double>.zero
        weights[family] = clue.meaning.weight
        candidates.append((category, weights))
        continue
      }
      let known = candidates[index].weights[family]
      candidates[index].weights[family] = max(known, clue.meaning.weight)
    }
    let ranked = candidates.map { (key: $0.category, value: 1 - Self.doubt($0.weights)) }
      .sorted { left, right in
        left.value != right.value
          ? left.value > right.value : left.key.rawValue < right.key.rawValue
      }
    guard let best = ranked.first, best.value >= Self.threshold else { return (.unknown, 0, nil) }
    let next = ranked.dropFirst().first
    let confidence = best.value * (1 - (next?.value ?? 0) / 2)
    return (best.key, min(confidence, 0.99).rounded(places: 2), next?.key)
  }

  /// What is left of the doubt; multiplied in a fixed order, on which the last digits depend.
  private static func doubt(_ weights: SIMD8<Double>) -> Double {
    var doubt = 1.0
    for family in weights.indices { doubt *= 1 - weights[family] }
    return doubt
  }

  /// The heaviest clue that says that part.
  func heaviest(_ part: (Meaning) -> String?) -> (value: String, clue: Clue)? {
    for clue in clues {
      if let value = part(clue.meaning) { return (value, clue) }
    }
    return nil
  }
}

extension Meaning {
  /// What decides between clues that are alike: the longer model, then any fixed order.
  fileprivate func precedesInDetail(_ other: Meaning) -> Bool {
    let (length, otherLength) = (model?.utf8.count ?? 0, other.model?.utf8.count ?? 0)
    if length != otherLength { return length < otherLength }
    if model != other.model { return (model ?? "") < (other.model ?? "") }
    if vendor != other.vendor { return (vendor ?? "") < (other.vendor ?? "") }
    if category != other.category {
      return (category?.rawValue ?? "") < (other.category?.rawValue ?? "")
    }
    return (os ?? "") < (other.os ?? "")
  }
}
