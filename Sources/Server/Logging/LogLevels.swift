public import Logging

/// What a line of the log is about.
public enum LogCategory: String, Hashable, Sendable, CaseIterable {
  /// Finding devices: sweeps, mDNS, SSDP, NetBIOS, ports.
  case discovery
  /// Asking hosts what they are.
  case probing
  /// What is known of the home, as it changes.
  case inventory
  /// Where that is kept.
  case storage
  /// Requests, log-ins, event streams.
  case server
  /// The diagnostic tools that the server runs.
  case tools
  /// The libraries that the server is built on.
  case framework
}

/// How much is logged of what: a level for all, and other ones for some categories.
public struct LogLevels: Hashable, Sendable {
  /// The level of categories that have none of their own.
  public private(set) var base: Logger.Level
  private var own: [LogCategory: Logger.Level] = [:]

  /// The levels that can be chosen, the most talkative first.
  public static let levels: [Logger.Level] = [.trace, .debug, .info, .notice, .warning, .error]

  /// The same for all; the framework's internals are left out.
  public init(_ base: Logger.Level) {
    self.base = base
  }

  /// Changes levels as a person asks: `debug`, `discovery=debug,server=info`, `info,probing=trace`.
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

  /// The level of a category.
  ///
  /// What the framework does inside is asked for by name; of it no more than notices is logged otherwise.
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

/// Why levels can't be understood.
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
