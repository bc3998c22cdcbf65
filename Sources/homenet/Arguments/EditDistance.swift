/// How many letters two words differ by.
enum EditDistance {
  /// The least number of letters put in, left out, replaced, or swapped with their neighbour that makes
  /// one word of the other (optimal string alignment).
  static func between(_ first: String, _ second: String) -> Int {
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
}
