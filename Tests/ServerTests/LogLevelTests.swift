import Logging
import Testing

@testable import Server

/// What is logged, and how a line looks.
@Suite struct LogLevelTests {
  private func levels(_ base: Logger.Level, _ text: String) throws -> LogLevels {
    var levels = LogLevels(base)
    try levels.apply(text)
    return levels
  }

  @Test func `a level is that of all but the framework`() throws {
    let levels = try levels(.notice, "debug")
    #expect(levels[.discovery] == .debug && levels[.server] == .debug)
    #expect(levels[.framework] == .notice)
    #expect(LogLevels(.error)[.framework] == .error)
    #expect(try self.levels(.notice, "framework=trace")[.framework] == .trace)
  }

  @Test func `categories have their own`() throws {
    let levels = try levels(.notice, "discovery=debug,SERVER=Info")
    #expect(levels[.discovery] == .debug && levels[.server] == .info)
    #expect(levels[.probing] == .notice)
    let others = try self.levels(.notice, "warning,probing=trace")
    #expect(others[.storage] == .warning && others[.probing] == .trace)
  }

  @Test(
    arguments: [
      ("loud", "'loud' is not a log level; levels are trace, debug, info, notice, warning, error"),
      (
        "discovery=",
        "'' is not a log level; levels are trace, debug, info, notice, warning, error"
      ),
      ("info,", "'' is not a log level; levels are trace, debug, info, notice, warning, error"),
      (
        "wifi=debug",
        "'wifi' is not a log category; there are discovery, probing, inventory, storage, server, "
          + "tools, framework"
      ),
    ]
  )
  func `what can't be is said, with what can`(text: String, words: String) {
    var levels = LogLevels(.notice)
    let error = #expect(throws: LogLevelError.self) { try levels.apply(text) }
    #expect(error?.description == words)
  }

  @Test(
    arguments: [
      ("plain", "plain"), ("", "\"\""), ("two words", "\"two words\""),
      ("a\nlevel=error msg=b", #""a\nlevel=error msg=b""#),
      ("a\u{2028}b\u{2029}c\u{85}d", #""a\u{2028}b\u{2029}c\u{85}d""#),
      ("\u{1B}[31mred\u{7}", #""\u{1b}[31mred\u{7}""#), ("\u{202E}x", #""\u{202e}x""#),
      (#"quote " and \"#, #""quote \" and \\""#),
    ]
  )
  func `no text breaks a line`(text: String, written: String) {
    #expect(LogfmtHandler.quoted(text) == written)
  }
}
