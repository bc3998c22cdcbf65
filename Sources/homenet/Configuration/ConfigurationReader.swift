import Model
import Monitoring

/// Reads a configuration file's text, and notes everything that is wrong with it.
struct ConfigurationReader {
  let place: String
  let lines: TOMLLines
  /// What the files before this one say.
  let before: HomeConfiguration
  var configuration = HomeConfiguration()
  var problems: [ConfigurationProblem] = []
  /// Where the monitors are declared.
  var monitorPaths: [String: ConfigurationPath] = [:]
  /// What is wrong by itself: that others don't find it is no news.
  var refusedMonitors: Set<String> = []
  var refusedChannels: Set<String> = []

  /// As many problems as are told.
  private static let mostProblems = 50
  /// What stands at the top of a file.
  private static let sections = ["serve", "alerts", "mqtt", "monitor", "rule", "channel"]

  /// What the text says, and what is wrong with it; `place` names it in what is said, and `before` is what
  /// it adds to.
  static func read(
    _ text: String,
    in place: String,
    after before: HomeConfiguration = HomeConfiguration()
  ) -> (configuration: HomeConfiguration, problems: [ConfigurationProblem]) {
    do {
      let document = try TOMLDocument(text, in: place)
      var reader = ConfigurationReader(place: place, lines: document.lines, before: before)
      reader.read(document.root)
      return (reader.configuration, reader.problems)
    } catch {
      return (HomeConfiguration(), [error])
    }
  }

  private init(place: String, lines: TOMLLines, before: HomeConfiguration) {
    self.place = place
    self.lines = lines
    self.before = before
    configuration.files = [place]
  }

  mutating func read(_ root: [String: FieldValue]) {
    refuseUnknown(root, known: Self.sections, at: ConfigurationPath())
    if let fields = table(root, "serve") { readServe(fields) }
    if let fields = table(root, "alerts") { readAlerts(fields) }
    if let fields = table(root, "mqtt") { readMQTT(fields) }
    for (id, fields, path) in declarations(root, "monitor") { readMonitor(id, fields, path) }
    for (id, fields, path) in declarations(root, "channel") { readChannel(id, fields, path) }
    for (id, fields, path) in declarations(root, "rule") { readRule(id, fields, path) }
    checkParents()
    problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
    problems = Array(problems.prefix(Self.mostProblems))
  }

  // MARK: Problems

  mutating func note(_ words: String, at path: ConfigurationPath) {
    problems.append(ConfigurationProblem(words, in: place, line: lines.line(of: path)))
  }

  mutating func refuseUnknown(
    _ fields: [String: FieldValue],
    known: [String],
    at path: ConfigurationPath
  ) {
    for key in fields.keys.sorted() where !known.contains(key) {
      let name = path.appending(String(key.unicodeScalars.prefix(80))).description
      let advice =
        EditDistance.nearest(key, of: known).map { "did you mean \($0)?" }
        ?? "known are \(known.joined(separator: ", "))"
      note("there is no key \(name); \(advice)", at: path.appending(key))
    }
  }

  mutating func table(
    _ root: [String: FieldValue],
    _ key: String
  ) -> [String: FieldValue]? {
    switch root[key] {
    case nil: return nil
    case .object(let fields): return fields
    default:
      note("\(key) has to be a table: [\(key)]", at: ConfigurationPath(keys: [key]))
      return nil
    }
  }
}
