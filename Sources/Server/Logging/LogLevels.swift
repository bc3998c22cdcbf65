import Glibc
import LinuxNetwork
public import Logging
import Model

/// The subject of a log line.
public enum LogCategory: String, Hashable, Sendable, CaseIterable {
  /// Finding devices: sweeps, mDNS, SSDP, NetBIOS, ports.
  case discovery
  /// Asking hosts what they are.
  case probing
  /// Changes of the inventory.
  case inventory
  /// The inventory's store.
  case storage
  /// Requests, log-ins, event streams.
  case server
  /// The diagnostic tools that the server runs.
  case tools
  /// Hummingbird, NIO and ServiceLifecycle.
  case framework
}

/// Log levels: one for all categories, and exceptions for some.
public struct LogLevels: Hashable, Sendable {
  /// The level of categories without one of their own.
  public private(set) var base: Logger.Level
  private var own: [LogCategory: Logger.Level] = [:]

  /// The levels that can be chosen, the most verbose first.
  public static let levels: [Logger.Level] = [.trace, .debug, .info, .notice, .warning, .error]

  /// The same level for all, except that the framework's is `notice` at least.
  public init(_ base: Logger.Level) {
    self.base = base
  }

  /// Parses a `--log-level` argument: `debug`, `discovery=debug,server=info`, `info,probing=trace`.
  ///
  /// - Throws: What is wrong, and what can be given.
  public mutating func apply(_ text: String) throws(LogLevelError) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = pair[pair.count - 1].lowercased()
      guard let level = Self.levels.first(where: { $0.rawValue == name }) else {
        throw .unknownLevel(String(pair[pair.count - 1]))
      }
      guard pair.count == 2 else {
        base = level
        continue
      }
      guard let category = LogCategory(rawValue: pair[0].lowercased()) else {
        throw .unknownCategory(String(pair[0]))
      }
      own[category] = level
    }
  }

  /// The level of a category; the framework's is `notice` at least unless set by name.
  public subscript(category: LogCategory) -> Logger.Level {
    own[category] ?? (category == .framework ? max(base, .notice) : base)
  }

  /// A logger of that category, to standard error.
  public func logger(_ category: LogCategory) -> Logger {
    Logger(label: "homenet.\(category.rawValue)") { _ in
      var handler = LogfmtHandler(level: self[category])
      handler.metadata["category"] = "\(category.rawValue)"
      return handler
    }
  }
}

/// A mistake in a `--log-level` argument.
public enum LogLevelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such level.
  case unknownLevel(String)
  /// There is no such category.
  case unknownCategory(String)

  /// What is wrong, and what can be given.
  public var description: String {
    switch self {
    case .unknownLevel(let name):
      "'\(name)' is not a log level; levels are "
        + LogLevels.levels.map(\.rawValue).joined(separator: ", ")
    case .unknownCategory(let name):
      "'\(name)' is not a log category; there are "
        + LogCategory.allCases.map(\.rawValue).joined(separator: ", ")
    }
  }
}

/// Writes log lines in logfmt to standard error: `time=… level=info msg="logged in" peer=…`.
public struct LogfmtHandler: LogHandler {
  /// Fields of every line.
  public var metadata: Logger.Metadata = [:]
  /// Lines below this level are dropped.
  public var logLevel: Logger.Level

  /// A handler for that level and above.
  public init(level: Logger.Level = .info) {
    logLevel = level
  }

  /// A field of every line.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes one line by one `write(2)`.
  public func log(event: LogEvent) {
    var line = "time=\(Timestamp.now) level=\(event.level) msg=\(Self.quoted("\(event.message)"))"
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    for (key, value) in all.sorted(by: { $0.key < $1.key }) {
      line += " \(Self.key(key))=\(Self.quoted("\(value)"))"
    }
    line += "\n"
    let bytes = Array(line.utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// A value, quoted where needed; control and format characters are escaped.
  static func quoted(_ value: String) -> String {
    let isPlain =
      !value.isEmpty
      && value.unicodeScalars.allSatisfy {
        $0.value > 0x20 && $0.value < 0x7F && $0 != "\"" && $0 != "=" && $0 != "\\"
      }
    if isPlain { return value }
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        text += "\\"
        text.unicodeScalars.append(scalar)
      case "\n":
        text += "\\n"
      default:
        let category = scalar.properties.generalCategory
        let isText =
          category != .control && category != .format
          && category != .lineSeparator && category != .paragraphSeparator
        if isText {
          text.unicodeScalars.append(scalar)
        } else {
          text += "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
    }
    return text + "\""
  }

  private static func key(_ key: String) -> String {
    String(String.UnicodeScalarView(key.unicodeScalars.filter { $0.value > 0x20 && $0 != "=" }))
  }
}
