/// A word that stands where a command belongs and is none.
struct UnknownCommand: Hashable {
  /// What was typed.
  var word: String
  /// The command that is spelt most like it, if any is.
  var suggestion: String?

  /// The word that is no command; `nil` where the arguments begin with a command or an option.
  ///
  /// - Parameters:
  ///   - arguments: What was typed after the program's name.
  ///   - commands: The names of all commands but `help`.
  init?(in arguments: [String], commands: [String]) {
    // Commands have no commands below them: the second word after `help` is one too many.
    let isHelp = arguments.first == "help"
    let words = isHelp ? arguments.dropFirst() : arguments.prefix(1)
    let isKnown = words.first.map { commands.contains($0) || $0 == "help" } ?? true
    guard let first = words.first, !first.hasPrefix("-") else { return nil }
    if isKnown {
      guard isHelp, let second = words.dropFirst().first, !second.hasPrefix("-") else { return nil }
      word = "\(first) \(second)"
    } else {
      word = first
      suggestion = Self.nearest(first, of: commands + ["help"])
    }
  }

  /// What is wrong, and what may have been meant.
  var message: String {
    if let suggestion { return "no such command '\(word)'; did you mean '\(suggestion)'?" }
    return "no such command '\(word)'; 'homenet --help' lists what there is"
  }

  /// The command that the word begins, is begun by, or differs from by few letters.
  private static func nearest(_ word: String, of commands: [String]) -> String? {
    let word = word.lowercased()
    // Twenty letters are more than any command has; the comparison takes time by the square.
    guard word.count <= 20 else { return nil }
    if word.count >= 3,
      let command = commands.first(where: { $0.hasPrefix(word) || word.hasPrefix($0) })
    {
      return command
    }
    let near = commands.map { (name: $0, distance: EditDistance.between(word, $0)) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance <= max(1, near.name.count / 3) else { return nil }
    return near.name
  }
}

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
