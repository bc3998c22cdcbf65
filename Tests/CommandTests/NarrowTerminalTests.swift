import Foundation
import Sealing
import Testing

@testable import homenet

/// Tools on a terminal of forty columns: an address is shown whole, however long.
@Suite(.sealed)
struct NarrowTerminalTests {
  private static let long = "2001:db8:1111:2222:3333:4444:5555:6666"
  /// A long address on the loopback, and a terminal of so many columns.
  private static func setup(columns: Int) -> String {
    """
    ip addr add \(long)/128 dev lo nodad
    printf -v line '%q ' "$@"
    set -- script -qec "stty cols \(columns) rows 50; COLUMNS=$WANTED $line" /dev/null
    """
  }

  @Test(
    arguments: [
      ["ping", "-c", "1", long, "127.0.0.1"], ["trace", long, "--no-names"],
      ["ports", long, "-p", "1-3", "--all"],
      ["asn", long, "AS64500", "10.0.0.1", "::1", "fd00::1"],
    ],
    [(40, "200"), (200, "40")]
  )
  func `addresses are whole`(arguments: [String], width: (columns: Int, wanted: String)) throws {
    var command = Command()
    command.arguments = arguments
    command.setup = Self.setup(columns: width.columns)
    command.environment = ["WANTED": width.wanted, "NO_COLOR": "1"]
    let ending = try command.run()
    // A return and a line feed are one character.
    let shown = ending.output.split(whereSeparator: \.isNewline).map(String.init)
    // What was drawn in place is told apart by its escape sequences.
    let lines = shown.map { $0.split(separator: "\u{1B}[K").last.map(String.init) ?? "" }
    #expect(lines.contains { $0.contains(Self.long) }, "\(ending)")
    #expect(!lines.contains { $0.contains("2001:") && $0.contains("…") }, "\(lines)")
    // The table is as narrow as it has to be; sentences wrap at the terminal's will.
    let rows = lines.filter { $0.contains("HOST") || $0.contains("HOP") || $0.contains("SUBJECT") }
    #expect(rows.allSatisfy { DisplayWidth.of($0) <= 40 }, "\(rows)")
    for drawn in ending.output.components(separatedBy: "\u{1B}[K").dropLast() {
      let line = drawn.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
      let text = line.replacing(#/\u{1B}\[[?0-9;]*[A-Za-z]|\r/#, with: "")
      #expect(DisplayWidth.of(text) < 40, "what is drawn in place must not wrap: \(text)")
    }
  }
}
