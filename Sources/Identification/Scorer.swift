package import Model

/// Weighs matches.
package struct Scorer {
  private let given: [Match]
  /// Indices of distinct matches, heaviest first: matches are large, so they are not copied.
  private let order: [Int]

  /// The lowest weight of a category that is claimed.
  private static let threshold = 0.2

  /// The order of the matches has no effect.
  package init(_ matches: [Match]) {
    given = matches
    var order: [Int] = []
    order.reserveCapacity(matches.count)
    // The order is total: equal matches are adjacent.
    for index in matches.indices.sorted(by: { Self.precedes($0, $1, in: matches) }) {
      if let previous = order.last, !Self.precedes(previous, index, in: matches) { continue }
      order.append(index)
    }
    self.order = order
  }

  /// The heaviest matches for a category, in order.
  package func matches(for category: Category, atMost limit: Int) -> [Match] {
    var found: [Match] = []
    found.reserveCapacity(limit)
    for index in order where found.count < limit && given[index].claim.category == category {
      found.append(given[index])
    }
    return found
  }

  /// Compares by member, to avoid copying large values.
  private static func precedes(_ left: Int, _ right: Int, in matches: [Match]) -> Bool {
    let weights = (matches[left].claim.weight, matches[right].claim.weight)
    if weights.0 != weights.1 { return weights.0 > weights.1 }
    let families = (matches[left].family, matches[right].family)
    if families.0 != families.1 { return families.0 < families.1 }
    if matches[left].evidence != matches[right].evidence,
      let isBefore = matches[left].evidence.precedes(matches[right].evidence)
    {
      return isBefore
    }
    if matches[left].source != matches[right].source {
      return matches[left].source < matches[right].source
    }
    return matches[right].claim.precedesInDetail(matches[left].claim)
  }

  /// The heaviest category, its confidence, and the second heaviest.
  ///
  /// Only the heaviest match of each family counts. Families are taken as independent, so their doubts
  /// multiply. The runner-up lowers the confidence.
  var category: (best: Category, confidence: Double, runnerUp: Category?) {
    var candidates: [(category: Category, weights: SIMD8<Double>)] = []
    for number in order {
      guard let category = given[number].claim.category else { continue }
      let weight = given[number].claim.weight
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

  /// The product of the doubts; in a fixed order, on which the last digits depend.
  private static func doubt(_ weights: SIMD8<Double>) -> Double {
    var doubt = 1.0
    for family in weights.indices { doubt *= 1 - weights[family] }
    return doubt
  }

  /// The heaviest match whose claim has the part.
  func heaviest(_ part: (Claim) -> String?) -> (value: String, match: Match)? {
    for index in order {
      if let value = part(given[index].claim) { return (value, given[index]) }
    }
    return nil
  }
}

extension Claim {
  /// Breaks ties: the longer model, then a fixed order.
  fileprivate func precedesInDetail(_ other: Claim) -> Bool {
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
