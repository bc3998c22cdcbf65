/// Where a value stands in the configuration file: keys, and places in lists.
struct ConfigurationPath: Hashable {
  /// A step from a table or a list to what is in it.
  enum Step: Hashable {
    case key(String)
    /// Counted from 0.
    case index(Int)
  }

  var steps: [Step]

  init(_ steps: [Step] = []) { self.steps = steps }

  init(keys: [String]) { steps = keys.map(Step.key) }

  /// Reads a key as errors about monitors name it: `conditions[0]`, `degraded.rtt_ms`.
  ///
  /// A dot within a quoted key can't be told from one between two; then the table around it is found.
  init(parsing text: String) {
    var steps: [Step] = []
    for part in text.split(separator: ".").prefix(Self.longest) {
      let pieces = part.split(separator: "[")
      guard let name = pieces.first else { continue }
      steps.append(.key(String(name)))
      for piece in pieces.dropFirst() {
        guard piece.hasSuffix("]"), let index = Int(piece.dropLast()) else { break }
        steps.append(.index(index))
      }
    }
    self.steps = steps
  }

  func appending(_ other: ConfigurationPath) -> ConfigurationPath {
    ConfigurationPath(steps + other.steps)
  }

  func appending(_ key: String) -> ConfigurationPath { ConfigurationPath(steps + [.key(key)]) }

  func appending(_ index: Int) -> ConfigurationPath { ConfigurationPath(steps + [.index(index)]) }

  /// As many steps as are looked at.
  static let longest = 16
}

extension ConfigurationPath: CustomStringConvertible {
  /// `monitor.nas.conditions[0]`.
  var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .key(let key): text += (text.isEmpty ? "" : ".") + key
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }
}
