import Foundation
import Testing
@testable import Model
@testable import Discovery

/// The quick reader may leave a line to the library; what it takes, both must take alike.
@Suite("Plain JSON") struct PlainJSONTests {
  private static let records = [
    """
    {"id": "a", "source": "s", "gateway": true, "mac": "02:00:00:00:00:01", "open_ports": [443, 80],
     "dhcp": {"hostname": "h", "vendor_class": "PS9", "parameters": [1, 3]}, "status": null,
     "snmp": {"sys_descr": "S", "sys_object_id": "1.3", "sys_name": "n"}}
    """,
    #"""
    {"http":[{"port":80,"tls":false,"path":"/","status":200,"headers":{"Server":"X","a":"b"},
    "body":"<title>\"T\" \u00e9\ud83c\udfe0\n\\\/<\/title>","favicon_md5":"AB"}],
    "udp":[{"port":9,"hex":"00ff"},{"port":9,"text":"né"}],"tls":[{"subject":"CN=a","san":["x","y"]}]}
    """#,
    """
    {"mdns":[{"type":"_x._tcp","name":"N","host":"h.local","port":7,"txt":{"MD":"Y","md":"Z","k":true}}],
    "ssdp":[{"st":"t","usn":"u","server":"v","location":"l","headers":{"A":"b"},"description":"<a/>"}],
    "netbios":{"names":["A"],"mac":"00:00:00:00:00:00"},"smb":{"native_os":"W"},
    "truth":{"x":[1,-2.5e+3,null,true,{"y":"z"}]},"ws_discovery":{"types":"t","scopes":["s"]}}
    """,
  ]

  /// What the library makes of a line, as it did before there was a quick reader.
  private func library(_ line: [UInt8]) -> EvidenceRecord? {
    guard let shape = try? JSONDecoder().decode(RecordShape.self, from: Data(line)) else {
      return nil
    }
    var record = try? EvidenceRecord(parsing: Array("{}".utf8), number: 1)
    record?.id = shape.id ?? "1"
    record?.evidence = shape.evidence
    return record
  }

  private func expectAgreement(_ line: [UInt8]) {
    guard let plain = RecordShape(plainText: line) else { return }
    let known = library(line)
    #expect(known?.evidence == plain.evidence, "\(String(decoding: line, as: UTF8.self))")
    #expect(known?.id == plain.id ?? "1")
  }

  @Test("whole records are plain", arguments: records) func plain(record: String) {
    #expect(RecordShape(plainText: Array(record.utf8)) != nil)
    expectAgreement(Array(record.utf8))
  }

  @Test(
    "what is not plain is left to the library",
    arguments: [
      "", "{", "[]", "null", "{}x", "{} {}", "{\"id\":\"a\",}", "{,}", #"{"id":"a" "ip":"b"}"#,
      #"{"id":"a","id":"b"}"#, #"{"txt":1,"txt":2}"#, #"{"mdns":[{"txt":{"a":"b","a":"c"}}]}"#,
      #"{"id":"\ud800"}"#, #"{"id":"\udc00\ud800"}"#, #"{"id":"\ud83cx"}"#, #"{"id":"\u12"}"#,
      #"{"id":"\x"}"#, #"{"id":"\"#, #"{"id":"a"#, "{\"id\":\"a\nb\"}", "{\"id\":\"\u{0}\"}",
      #"{"open_ports":[80.0]}"#, #"{"open_ports":[-1]}"#, #"{"open_ports":[65536]}"#,
      #"{"open_ports":[1e2]}"#, #"{"open_ports":[080]}"#, #"{"open_ports":[80,]}"#,
      #"{"open_ports":[99999999999999999999]}"#, #"{"open_ports":[null]}"#, #"{"id":nul}"#,
      #"{"x":01}"#, #"{"x":1.}"#, #"{"x":.1}"#, #"{"x":+1}"#, #"{"x":1e}"#, #"{"x":NaN}"#,
      #"{"x":tru}"#, #"{"x":'a'}"#, #"{x:1}"#, #"{"x":/**/1}"#, "\u{FEFF}{}", "{}\u{0}", "{}\u{A0}",
      #"{"mdns":[{"txt":{"a":false}}]}"#, #"{"mdns":[{"txt":{"a":{"hex":"00"}}}]}"#,
    ]
  )
  func notPlain(line: String) {
    #expect(RecordShape(plainText: Array(line.utf8)) == nil)
  }

  @Test("bytes that are no UTF-8 are not plain", arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80]])
  func notUnicode(bytes: [UInt8]) {
    let line = Array(#"{"x":""#.utf8) + bytes + Array(#""}"#.utf8)
    #expect(RecordShape(plainText: line) == nil)
  }

  @Test(
    "an escape may stand anywhere in a long text, at the end of the room that there is for it, too",
    arguments: [(#"\n"#, "\n"), (#"\u00e9"#, "é"), (#"\u20ac"#, "€"), (#"\ud83c\udfe0"#, "🏠")]
  )
  func escapes(written: String, meant: String) {
    for room in [4096, 8192, 16384] {
      for length in room - 16...room + 40 {
        let plain = String(repeating: "a", count: length)
        let rest = String(repeating: "b", count: room)
        let line = #"{"id":"\#(plain)\#(written)","ip":"\#(rest)"}"#
        let shape = RecordShape(plainText: Array(line.utf8))
        // Not shown where they differ: they are long.
        let isRead = shape?.id == plain + meant && shape?.ip == rest
        #expect(isRead, "\(written) behind \(length) letters")
      }
    }
  }

  @Test("nesting is bounded, and so are keys") func bombs() {
    let depth = String(repeating: "[", count: 100_000)
    #expect(RecordShape(plainText: Array(#"{"x":\#(depth)"#.utf8)) == nil)
    let objects = String(repeating: #"{"x":"#, count: 100_000)
    #expect(RecordShape(plainText: Array(objects.utf8)) == nil)
    let keys = (0..<100_000).map { #""k\#($0)":0"# }.joined(separator: ",")
    #expect(RecordShape(plainText: Array("{\(keys)}".utf8)) == nil)
  }

  @Test("errors are the library's") func errors() {
    let error = #expect(throws: EvidenceRecord.ParseError.self) {
      try EvidenceRecord(parsing: Array(#"{"mdns":[{"port":80},{"port":"x"}]}"#.utf8), number: 3)
    }
    #expect(error?.description == "line 3: mdns.[1].port: not what belongs there")
  }

  @Test("records cut short and bent are taken as the library takes them") func bent() {
    var random = SplitMix64(seed: 4)
    let edges = Array("\"\\{}[]:,0-9eE.+tfn \u{1}u".utf8) + [0x00, 0x80, 0xC3, 0xED, 0xFF]
    for record in Self.records.map({ Array($0.utf8) }) {
      for length in record.indices { expectAgreement(Array(record[..<length])) }
      for _ in 0..<1500 {
        var bent = record
        for _ in 0...Int.random(in: 0..<2, using: &random) {
          let at = Int.random(in: bent.indices, using: &random)
          let other = edges[Int.random(in: edges.indices, using: &random)]
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bent[at] = other
          case 1: bent.insert(other, at: at)
          case 2: bent.remove(at: at)
          default:
            let part = bent[at..<min(at + 30, bent.count)]
            bent.insert(contentsOf: part, at: Int.random(in: bent.indices, using: &random))
          }
        }
        expectAgreement(bent)
      }
    }
  }

  @Test("keys are folded, and of those that fold alike the same one wins as before") func folding()
  {
    let line =
      #"{"mdns":[{"txt":{"md":"small","MD":"capital","É":"x"}}],"http":[{"headers":{"a":"1","A":"2"}}]}"#
    let evidence = RecordShape(plainText: Array(line.utf8))?.evidence
    #expect(evidence?.services.first?.txt["md"] == .text("capital"))
    #expect(evidence?.http.first?.headers == ["a": "1"])
  }
}
