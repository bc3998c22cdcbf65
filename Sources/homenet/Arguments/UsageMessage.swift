import Model

/// Shortens the argument parser's error messages.
enum UsageMessage {
  /// One line without repetitions, with a hint at `--help`.
  ///
  /// Shortens, for example, `The value 'x' is invalid for '--every <duration>': 'x' is no duration …`.
  static func words(_ message: String, arguments: [String], commands: [String]) -> String {
    let line = message.split(separator: "\n").joined(separator: " ")
    if let shorter = withoutRepetition(line) { return shorter }
    let wantsHelp = ["Unknown option", "Unexpected argument", "Missing expected argument"]
      .contains(where: line.hasPrefix)
    guard wantsHelp || line.dropFirst().hasPrefix(" unexpected arguments") else { return line }
    let command = arguments.first.map { commands.contains($0) ? " \($0)" : "" } ?? ""
    let help = "'homenet\(command) --help' lists what there is"
    // As in: `Unknown option '--formt'. Did you mean '--format'?`
    if line.hasSuffix("?"), let end = line.firstRange(of: ". Did you mean ") {
      return "\(line[..<end.lowerBound]); did you mean \(line[end.upperBound...]) \(help)"
    }
    return "\(line); \(help)"
  }

  /// `--every: 'x' is no duration …`; `nil` if the message doesn't repeat the value.
  private static func withoutRepetition(_ line: String) -> String? {
    guard line.hasPrefix("The value '") else { return nil }
    let parts = line.dropFirst("The value ".count).split(
      separator: "' is invalid for '",
      maxSplits: 1
    )
    guard parts.count == 2, let end = parts[1].firstRange(of: "': ") else { return nil }
    let option = parts[1][..<end.lowerBound].prefix { $0 != " " }
    let reason = parts[1][end.upperBound...]
    return reason.contains(parts[0].dropFirst()) ? "\(option): \(reason)" : nil
  }
}

/// A first argument that is neither a command nor an option.
struct UnknownCommand: Hashable {
  var word: String
  /// The command with the most similar name, if any is similar.
  var suggestion: String?

  /// `nil` where the arguments begin with a command or an option; `commands` lacks `help`, and `groups` are
  /// those of them that have subcommands.
  init?(in arguments: [String], commands: [String], groups: Set<String> = []) {
    // Where there are no subcommands, `help` takes one word.
    let isHelp = arguments.first == "help"
    let words = isHelp ? arguments.dropFirst() : arguments.prefix(1)
    let isKnown = words.first.map { commands.contains($0) || $0 == "help" } ?? true
    guard let first = words.first, !first.hasPrefix("-") else { return nil }
    if isKnown {
      guard isHelp, !groups.contains(first), let second = words.dropFirst().first,
        !second.hasPrefix("-")
      else { return nil }
      word = "\(first) \(second)"
    } else {
      word = first
      suggestion = Self.nearest(first, of: commands + ["help"])
    }
  }

  var message: String {
    if let suggestion { return "no such command '\(word)'; did you mean '\(suggestion)'?" }
    return "no such command '\(word)'; 'homenet --help' lists what there is"
  }

  /// The command that shares a prefix with the word, or has a small edit distance to it.
  private static func nearest(_ word: String, of commands: [String]) -> String? {
    let word = word.lowercased()
    // No command is longer, and the distance takes quadratic time.
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
