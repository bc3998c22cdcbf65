import Model
import Testing

@testable import homenet

/// Words that stand where a command belongs and are none.
@Suite struct UnknownCommandTests {
  private static let commands = ["scan", "serve", "ping", "trace", "ports", "cert", "dns", "asn"]

  @Test(
    arguments: [
      ("scna", "scan"), ("scann", "scan"), ("SCAN", "scan"), ("pnig", "ping"), ("tracert", "trace"),
      ("traceroute", "trace"), ("certificate", "cert"), ("por", "ports"), ("dms", "dns"),
      ("hlep", "help"), ("nmap", nil), ("x", nil), ("", nil),
      (String(repeating: "scan", count: 20_000), nil),
    ] as [(String, String?)]
  )
  func `the command that is spelt most like it is suggested`(word: String, suggestion: String?) {
    let unknown = UnknownCommand(in: [word, "--help"], commands: Self.commands)
    #expect(unknown?.word == word)
    #expect(unknown?.suggestion == suggestion)
  }

  @Test(arguments: [
    [], ["scan"], ["scan", "scna"], ["--help"], ["-h", "scna"], ["help"], ["help", "scan"],
    ["help", "--help"], ["help", "help"], ["help", "scan", "--help"], ["--version"],
  ])
  func `commands and options are left to the parser`(arguments: [String]) {
    #expect(UnknownCommand(in: arguments, commands: Self.commands) == nil)
  }

  @Test func `help takes a subcommand of a command that has some`() {
    let commands = Self.commands + ["monitor"]
    let arguments = ["help", "monitor", "list"]
    let groups: Set = ["monitor"]
    #expect(UnknownCommand(in: arguments, commands: commands, groups: groups) == nil)
    #expect(UnknownCommand(in: arguments, commands: commands)?.word == "monitor list")
    #expect(UnknownCommand(in: ["help", "scan", "x"], commands: commands, groups: groups) != nil)
  }

  @Test(arguments: [
    ("", "", 0), ("scan", "scan", 0), ("scan", "", 4), ("", "scan", 4), ("scna", "scan", 1),
    ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func `letters that words differ by`(first: String, second: String, distance: Int) {
    #expect(EditDistance.between(first, second) == distance)
  }
}
