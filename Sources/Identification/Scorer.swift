package import Model

/// Weighs matches.
package struct Scorer {
  private let given: [Match]

  /// The lowest weight of a category that is claimed.
  private static let threshold = 0.2

  /// The order of the matches has no effect.
  package init(_ matches: [Match]) { given = matches }

  /// The heaviest matches for a category, in order, each once.
  package func matches(for category: Category, atMost limit: Int) -> [Match] {
    // Indices: matches are large, so they are not copied. Few are kept, so none of the others is sorted.
    var order: [Int] = []
    order.reserveCapacity(limit + 1)
    for index in given.indices where given[index].claim.category == category {
      if order.count == limit, let last = order.last, !precedes(index, last) { continue }
      var place = order.count
      while place > 0, precedes(index, order[place - 1]) { place -= 1 }
      // The order is total: what neither precedes nor follows is the same match.
      if place > 0, !precedes(order[place - 1], index) { continue }
      order.insert(index, at: place)
      if order.count > limit { order.removeLast() }
    }
    return order.map { given[$0] }
  }

  /// Compares by member, to avoid copying large values.
  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let weights = (given[left].claim.weight, given[right].claim.weight)
    if weights.0 != weights.1 { return weights.0 > weights.1 }
    let families = (given[left].family, given[right].family)
    if families.0 != families.1 { return families.0 < families.1 }
    if let isBefore = given[left].evidence.precedes(given[right].evidence) { return isBefore }
    if given[left].source != given[right].source { return given[left].source < given[right].source }
    return given[right].claim.precedesInDetail(given[left].claim)
  }

  /// The heaviest category, its confidence, and the second heaviest.
  ///
  /// Only the heaviest match of each family counts. Families are taken as independent, so their doubts
  /// multiply. The runner-up lowers the confidence.
  var category: (best: Category, confidence: Double, runnerUp: Category?) {
    var candidates: [(category: Category, weights: SIMD8<Double>)] = []
    for number in given.indices {
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
    var heaviest: Int?
    for index in given.indices where part(given[index].claim) != nil {
      if let known = heaviest, !precedes(index, known) { continue }
      heaviest = index
    }
    guard let heaviest, let value = part(given[heaviest].claim) else { return nil }
    return (value, given[heaviest])
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
