import Discovery
import Model
import Testing
@testable import homenet

@Suite struct VerdictJSONTests {
  /// The same keys, written by an encoder.
  private struct Encoded: Encodable {
    let verdict: Verdict
    let id: String

    enum CodingKeys: String, CodingKey {
      case id, name, category, vendor, model, os, confidence, runner_up, because
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(verdict.name, forKey: .name)
      try container.encode(verdict.category, forKey: .category)
      try container.encode(verdict.vendor, forKey: .vendor)
      try container.encode(verdict.model, forKey: .model)
      try container.encode(verdict.os, forKey: .os)
      try container.encode(verdict.confidence, forKey: .confidence)
      try container.encode(verdict.runnerUp, forKey: .runner_up)
      try container.encode(verdict.because, forKey: .because)
    }
  }

  private func expectSame(_ verdict: Verdict, _ id: String) throws {
    var written = VerdictJSON()
    written.append(verdict, of: id)
    let encoded = try JSONText.encode(Encoded(verdict: verdict, id: id))
    #expect(String(decoding: written.bytes, as: UTF8.self) == encoded)
    #expect(written.bytes.elementsEqual(encoded.utf8))
  }

  @Test func `a verdict is written as an encoder writes it`() throws {
    try expectSame(Verdict(), "")
    let reason = Verdict.Reason(claim: .category, evidence: "offers “x”", source: .wsDiscovery)
    let block = Verdict.Reason(
      claim: .vendor,
      evidence: EvidenceSentence(.virtualRouter, "VRRP", "00:00:5e:00:01:01"),
      source: .neighbours
    )
    let bare = Verdict.Reason(claim: .name, evidence: EvidenceSentence(.hostName), source: .dns)
    try expectSame(
      Verdict(
        name: "Anna’s \"TV\"",
        category: .tvMedia,
        vendor: "A\\B/C",
        model: "",
        os: "é🏠",
        confidence: 0.95,
        runnerUp: .smartHome,
        because: [reason, reason, block, bare]
      ),
      "a/1"
    )
  }

  @Test func `every confidence and every character is written alike`() throws {
    for percent in 0...100 { try expectSame(Verdict(confidence: Double(percent) / 100), "x") }
    try expectSame(Verdict(confidence: 0.1 + 0.2), "x")
    let scalars =
      (0...0x2FFF).compactMap(Unicode.Scalar.init) + ["\u{FEFF}", "\u{FFFF}", "\u{10FFFF}"]
    for scalar in scalars { try expectSame(Verdict(name: "a\(scalar)b"), "\(scalar)") }
  }

  @Test func `what is escaped is escaped wherever it stands in a text`() throws {
    for length in 0...20 {
      let plain = String(repeating: "a", count: length)
      try expectSame(Verdict(name: plain), plain)
      for character in ["\"", "\\", "\n", "\u{7F}", "é", "🏠", "\u{202E}", "e\u{301}\""] {
        for place in 0...length {
          let text = String(plain.prefix(place)) + character + plain.dropFirst(place)
          try expectSame(Verdict(name: text, model: character + text), text + character)
        }
      }
    }
  }

  @Test func `many verdicts are written behind one another`() {
    var written = VerdictJSON()
    var (expected, verdict) = ("", Verdict(name: String(repeating: "long \"name\" ", count: 200)))
    for number in 0..<50 {
      verdict.model = "model \(number)"
      var alone = VerdictJSON()
      alone.append(verdict, of: "\(number)")
      expected += String(decoding: alone.bytes, as: UTF8.self) + "\n"
      written.append(verdict, of: "\(number)")
      written.add("\n")
    }
    #expect(written.count == expected.utf8.count)
    #expect(written.bytes.elementsEqual(expected.utf8))
    written.removeAll()
    written.add("anew")
    #expect(written.bytes.elementsEqual("anew".utf8))
  }
}
