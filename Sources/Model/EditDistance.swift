/// How far apart two words are, for suggestions.
package enum EditDistance {
  /// The optimal string alignment distance: insertions, deletions, substitutions and transpositions.
  package static func between(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var least = min(
          last[column] + (letter == other ? 0 : 1),
          last[column + 1] + 1,
          current[column] + 1
        )
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }

  /// The one of the words that is spelt almost like that one; `nil` where none is.
  package static func nearest(_ word: String, of words: some Sequence<String>) -> String? {
    // The distance takes quadratic time, and no known word is longer.
    guard word.unicodeScalars.count <= 40 else { return nil }
    let word = word.lowercased()
    let near = words.map { (word: $0, distance: between(word, $0)) }.min {
      $0.distance < $1.distance
    }
    guard let near, near.distance <= max(1, near.word.count / 3) else { return nil }
    return near.word
  }
}
