package import Model

/// Weighs clues against each other.
package struct Scales {
  /// The clues as they were given.
  private let given: [Clue]
  /// Their numbers, most telling first, equal ones once.
  ///
  /// Clues are large: they are left where they are, and looked at there.
  private let order: [Int]

  /// Below this nothing is claimed.
  private static let threshold = 0.2

  /// Scales with the given clues; their order does not matter.
  package init(_ clues: [Clue]) {
    given = clues
    var order: [Int] = []
    order.reserveCapacity(clues.count)
    // The order tells any two clues apart, so equal ones stand side by side.
    for index in clues.indices.sorted(by: { Self.precedes($0, $1, in: clues) }) {
      if let previous = order.last, !Self.precedes(previous, index, in: clues) { continue }
      order.append(index)
    }
    self.order = order
  }

  /// The clues for that category, the most telling first, so many at most.
  package func clues(for category: Category, atMost limit: Int) -> [Clue] {
    var found: [Clue] = []
    found.reserveCapacity(limit)
    for index in order where found.count < limit && given[index].meaning.category == category {
      found.append(given[index])
    }
    return found
  }

  /// By parts, so that none of two large values is copied for being compared.
  private static func precedes(_ left: Int, _ right: Int, in clues: [Clue]) -> Bool {
    let weights = (clues[left].meaning.weight, clues[right].meaning.weight)
    if weights.0 != weights.1 { return weights.0 > weights.1 }
    let families = (clues[left].family, clues[right].family)
    if families.0 != families.1 { return families.0 < families.1 }
    if clues[left].evidence.text != clues[right].evidence.text {
      return clues[left].evidence.text < clues[right].evidence.text
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
    for number in order {
      guard let category = given[number].meaning.category else { continue }
      let weight = given[number].meaning.weight
      let family = given[number].family.rawValue
      guard let index = candidates.firstIndex(where: { $0.category == category }) else {
        var weights = SIMD8<Double>.zero
        weights[family] = weight
        candidates.append((category, weights))
        continue
      }
      let known = candidates[index].weights[family]
      candidates[index].weights[family] = max(known, weight)
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
    for index in order {
      if let value = part(given[index].meaning) { return (value, given[index]) }
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
