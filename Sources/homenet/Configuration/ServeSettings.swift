import Discovery
import Logging
import Model
import Server
import Wire

/// A setting of `homenet serve` that the configuration file can have, by its key under `[serve]`.
enum ServeKey: String, CaseIterable, Sendable {
  case listen, lan
  case trustedHosts = "trusted_hosts"
  case tlsCert = "tls_cert"
  case tlsKey = "tls_key"
  case data, every, networks, exclude
  case allowPublic = "allow_public"
  case publicResolvers = "public_resolvers"
  case logLevel = "log_level"

  /// What its value has to be.
  enum Form: Hashable, Sendable { case flag, text, texts, duration }

  var form: Form {
    switch self {
    case .lan, .allowPublic, .publicResolvers: .flag
    case .tlsCert, .tlsKey, .data, .logLevel: .text
    case .listen, .trustedHosts, .networks, .exclude: .texts
    case .every: .duration
    }
  }

  /// The variable of the environment that overrides the file.
  var variable: String { "HOMENET_" + rawValue.uppercased() }

  /// What is wrong with a text; `nil` where nothing is.
  func problem(of text: String) -> String? {
    switch self {
    case .listen:
      Endpoint(listening: text) == nil
        ? "'\(text)' is no address and port such as 127.0.0.1:8480 or [::1]:8480" : nil
    case .trustedHosts:
      HomeServer.Configuration.isHost(text)
        ? nil : "'\(text)' is not a host name such as home.example"
    case .networks:
      (try? NetworkSelector(parsing: text)) == nil
        ? "'\(text)' is neither a range such as 192.168.1.0/24 nor an interface" : nil
    case .exclude:
      (try? IPPrefix(excluding: text)) == nil
        ? "'\(text)' is neither an address nor a range such as 192.168.1.0/28" : nil
    case .logLevel: Self.problem(ofLogLevel: text)
    case .tlsCert, .tlsKey, .data: text.isEmpty ? "it names no file" : nil
    case .lan, .allowPublic, .publicResolvers, .every: nil
    }
  }

  private static func problem(ofLogLevel text: String) -> String? {
    var levels = LogLevels(.notice)
    do {
      try levels.apply(text)
      return nil
    } catch {
      return "\(error)"
    }
  }
}

/// The settings of `homenet serve` that the configuration files and the environment have.
struct ServeSettings: Hashable, Sendable {
  /// A setting's value.
  enum Value: Hashable, Sendable {
    case flag(Bool)
    case text(String)
    case texts([String])
    case duration(Duration)
  }

  /// A setting, and whence it is.
  struct Setting: Hashable, Sendable {
    var value: Value
    /// A file's path, or a variable's name.
    var origin: String
  }

  private(set) var settings: [ServeKey: Setting] = [:]

  mutating func set(_ key: ServeKey, _ value: Value, from origin: String) {
    settings[key] = Setting(value: value, origin: origin)
  }

  /// Takes what the other ones have, in the place of what is here.
  mutating func override(by other: ServeSettings) {
    // What to listen at is said in one of two ways.
    if other.settings[.listen] != nil { settings[.lan] = nil }
    if other.flag(.lan) == true { settings[.listen] = nil }
    settings.merge(other.settings) { $1 }
  }

  func flag(_ key: ServeKey) -> Bool? {
    if case .flag(let flag)? = settings[key]?.value { flag } else { nil }
  }

  func text(_ key: ServeKey) -> String? {
    if case .text(let text)? = settings[key]?.value { text } else { nil }
  }

  func texts(_ key: ServeKey) -> [String]? {
    if case .texts(let texts)? = settings[key]?.value { texts } else { nil }
  }

  func duration(_ key: ServeKey) -> Duration? {
    if case .duration(let duration)? = settings[key]?.value { duration } else { nil }
  }

  /// What can't be together, with the key that is to blame.
  var conflict: (key: ServeKey, words: String)? {
    if flag(.lan) == true, settings[.listen] != nil {
      return (.lan, "lan and listen exclude each other; name the address by listen")
    }
    if (settings[.tlsCert] == nil) != (settings[.tlsKey] == nil) {
      let key: ServeKey = settings[.tlsCert] == nil ? .tlsKey : .tlsCert
      return (key, "tls_cert and tls_key need each other")
    }
    return nil
  }
}

extension ServeSettings {
  /// What the environment has; lists are separated by commas or spaces.
  ///
  /// - Throws: The first variable that is wrong.
  init(environment variable: (String) -> String?) throws(ConfigurationProblem) {
    for key in ServeKey.allCases {
      guard let text = variable(key.variable), !text.isEmpty else { continue }
      set(key, try Self.value(text, of: key), from: key.variable)
    }
  }

  private static func value(
    _ text: String,
    of key: ServeKey
  ) throws(ConfigurationProblem) -> Value {
    func wrong(_ words: String) -> ConfigurationProblem {
      ConfigurationProblem(words, in: key.variable)
    }
    switch key.form {
    case .flag:
      switch text.lowercased() {
      case "1", "true", "yes", "on": return .flag(true)
      case "0", "false", "no", "off": return .flag(false)
      default: throw wrong("it has to be true or false")
      }
    case .text:
      if let problem = key.problem(of: text) { throw wrong(problem) }
      return .text(text)
    case .texts:
      let texts = text.split { $0 == "," || $0 == " " }.map(String.init)
      for text in texts {
        if let problem = key.problem(of: text) { throw wrong(problem) }
      }
      return .texts(texts)
    case .duration:
      guard let duration = Self.every(DurationText.milliseconds(text)) else {
        throw wrong(everyWords)
      }
      return .duration(duration)
    }
  }

  /// The pause between sweeps; `nil` where it can't be one.
  static func every(_ milliseconds: Double?) -> Duration? {
    guard let milliseconds, (20_000...86_400_000).contains(milliseconds) else { return nil }
    return .milliseconds(milliseconds.rounded())
  }

  static let everyWords = "it has to be a duration from 20s to 24h, such as 5m"
}
