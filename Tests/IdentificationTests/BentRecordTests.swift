import Testing
@testable import Discovery
@testable import Identification
import Model

/// Devices say what they like, and a trap ends the scan of the whole home; `make fuzz` tries more.
@Suite struct `Bent records` {
  /// What sits at the edges of texts, words, escapes and blocks of eight bytes.
  private static let edges: [[UInt8]] =
    [
      "\"", "\\", "\\u00e9", "\\ud83c\\udfe0", "\\u0000", "(", ")]", "<", ">", "&", "=", ":", "{",
      "[",
      "#", "…", "é", "e\u{301}", "🇩🇪", "\u{202E}", "0", "99999999999999999999", "A", "ABCDEFGH",
      String(repeating: "7", count: 64), String(repeating: "(", count: 65),
      String(repeating: "Ab1-", count: 1100),
    ].map { Array($0.utf8) } + [[0], [0x1F], [0x7F], [0x80], [0xC3], [0xED, 0xA0, 0x80], [0xFF]]

  private func bend(_ line: inout [UInt8], _ random: inout SplitMix64) {
    let start = Int.random(in: 0...line.count, using: &random)
    let end = min(line.count, start + Int.random(in: 0...12, using: &random))
    let edge = Self.edges[Int.random(in: Self.edges.indices, using: &random)]
    switch Int.random(in: 0..<5, using: &random) {
    case 0: line.removeSubrange(start..<end)
    case 1: line.replaceSubrange(start..<end, with: edge)
    case 2: line.insert(contentsOf: Array(line[start..<end]), at: start)
    default: line.insert(contentsOf: edge, at: start)
    }
  }

  @Test func `are identified, twice alike, or refused`() {
    let records = RecordVerdictTests.rows.map { Array($0.record.utf8) }
    let identifier = Identifier()
    var random = SplitMix64(seed: 0xBE17)
    var (identified, refused) = (0, 0)
    for number in 0..<6000 {
      var line = records[number % records.count]
      for _ in 0...Int.random(in: 0..<2, using: &random) { bend(&line, &random) }
      guard let record = try? EvidenceRecord(parsing: line, number: 1) else {
        refused += 1
        continue
      }
      identified += 1
      let verdict = identifier.verdict(for: record.evidence)
      #expect((0...0.99).contains(verdict.confidence))
      if number.isMultiple(of: 10) { #expect(identifier.verdict(for: record.evidence) == verdict) }
    }
    // Lines that all end alike at the first byte would test nothing.
    #expect(identified > 2000)
    #expect(refused > 1000)
  }
}
