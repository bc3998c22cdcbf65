/// What is wrong with a configuration, and where.
struct ConfigurationProblem: Error, Hashable {
  /// The file, or the variable of the environment.
  var place: String
  /// The line, counted from 1; `nil` where it isn't about one.
  var line: Int?
  /// What is wrong and what would be right.
  var words: String

  init(_ words: String, in place: String, line: Int? = nil) {
    self.place = place
    self.line = line
    self.words = words
  }
}

extension ConfigurationProblem: CustomStringConvertible {
  /// `homenet.toml:12: there is no key lsten; did you mean listen?`.
  var description: String { "\(place):\(line.map { "\($0):" } ?? "") \(words)" }
}

extension Failure {
  /// What a command says that can't begin with such a configuration; at most one line.
  init(_ problems: [ConfigurationProblem]) {
    var words = problems.first.map(\.description) ?? "the configuration is wrong"
    if problems.count > 1 {
      if words.hasSuffix(".") { words.removeLast() }
      words += "; \(problems.count - 1) more: 'homenet config check' lists them"
    }
    self.init(words, .usage)
  }
}
