import HomeSupport
import Testing
@testable import Discovery
@testable import Model
@testable import Probing

/// AirPlay's property lists, honest and hostile.
@Suite struct PropertyListTests {
  /// A binary list of these objects, the first at the top; references of one byte, or two.
  private func list(_ objects: [[UInt8]], wide: Bool = false, top: UInt8 = 0) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 255)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, wide ? 2 : 1]
    for number in [objects.count, Int(top), table] {
      bytes += [0, 0, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - $0 * 8)) }
    }
    return bytes
  }

  private func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return bytes.count < 15
      ? [0x50 | UInt8(bytes.count)] + bytes : [0x5F, 0x10, UInt8(bytes.count)] + bytes
  }

  private func reply(_ body: [UInt8], status: Int = 200) -> HTTPReply {
    HTTPReply(port: 7000, isTLS: false, path: "/info", status: status, headers: [:], body: body)
  }

  private func dictionary(_ pairs: [(String, [UInt8])]) -> [UInt8] {
    let count = pairs.count
    let head = [0xD0 | UInt8(count)] + (0..<2 * count).map { UInt8($0 + 1) }
    return list([head] + pairs.map { text($0.0) } + pairs.map(\.1))
  }

  @Test func `A receiver's answer gives name, model and identity`() {
    let body = dictionary([
      ("name", text("Living Room")), ("model", text("AppleTV14,1")),
      ("deviceID", text("AA:BB:CC:12:34:56")), ("features", [0x10, 5]),
      ("osBuildVersion", text("21K69")), ("initialVolume", [0x22, 0, 0, 0, 0]),
    ])
    let facts = AirPlayProbe.facts(in: reply(body))
    #expect(
      facts == [
        .http(
          HTTPAnswer(
            port: 7000,
            path: "/info",
            status: 200,
            body: #"{"deviceID":"AA:BB:CC:12:34:56","model":"AppleTV14,1","#
              + #""name":"Living Room","osBuildVersion":"21K69"}"#
          )
        ),
        .name("Living Room"), .identity(.deviceID, "AA:BB:CC:12:34:56"),
      ]
    )
  }

  @Test func `A list in XML is read, too, and a key of the wrong type left out`() {
    let body = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://x/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>model</key><string>AirPort10,115</string>
      <key>name</key><integer>5</integer></dict></plist>
      """
    let facts = AirPlayProbe.facts(in: reply(Array(body.utf8)))
    guard case .http(let answer)? = facts.first else {
      Issue.record("nothing was read")
      return
    }
    #expect(answer.body == #"{"model":"AirPort10,115"}"#)
    #expect(facts.count == 1)
  }

  @Test func `Names with marks and controls are cleaned`() {
    let facts = AirPlayProbe.facts(
      in: reply(dictionary([("name", text("a\u{1B}[31mb\u{7F}c"))]))
    )
    #expect(facts.contains(.name("a[31mbc")))
  }

  @Test func `A list that holds itself is not decoded`() {
    #expect(!PropertyListBounds.permit(list([[0xA1, 0]])))
    #expect(!PropertyListBounds.permit(list([[0xD1, 1, 0], text("a")])))
    #expect(!PropertyListBounds.permit(list([[0xA1, 1], [0xA1, 0]])))
  }

  @Test func `A list that unfolds to billions is not decoded`() {
    // Each holds the next one ten times.
    var objects: [[UInt8]] = (1...12).map { [0xAA] + [UInt8](repeating: UInt8($0), count: 10) }
    objects.append(text("ha"))
    #expect(!PropertyListBounds.permit(list(objects)))
  }

  @Test func `A list that is deep is not decoded`() {
    let objects = (1...100).map { [UInt8(0xA1), UInt8($0)] } + [text("x")]
    #expect(!PropertyListBounds.permit(list(objects)))
    let shallow = (1...10).map { [UInt8(0xA1), UInt8($0)] } + [text("x")]
    #expect(PropertyListBounds.permit(list(shallow)))
    let nested = String(repeating: "<array>", count: 10_000)
    #expect(!PropertyListBounds.permit(Array("<plist>\(nested)".utf8)))
  }

  @Test(arguments: ["<!-- </a> -->", "<?a </a> ?>", "<a/></a>", "</a>"])
  func `What looks like an end makes no list shallow`(end: String) {
    let nested = String(repeating: "<array>" + end, count: 1000)
    #expect(!PropertyListBounds.permit(Array("<plist>\(nested)".utf8)))
    let ends = String(repeating: end, count: 1000) + String(repeating: "<dict>", count: 1000)
    #expect(!PropertyListBounds.permit(Array("<plist>\(ends)".utf8)))
  }

  @Test func `Lengths and places outside of a list are not followed`() {
    #expect(!PropertyListBounds.permit(list([[0x5F, 0x12, 0x7F, 0xFF, 0xFF, 0xFF]])))
    #expect(!PropertyListBounds.permit(list([[0x4F, 0x13, 0, 0, 0, 0, 0, 0, 0, 9]])))
    #expect(!PropertyListBounds.permit(list([[0xAF, 0x11, 0xFF, 0xFF]])))
    #expect(!PropertyListBounds.permit(list([[0xA1, 9]])))
    #expect(!PropertyListBounds.permit(list([text("a")], top: 3)))
    var huge = list([text("a")])
    huge[huge.count - 24] = 0xFF
    #expect(!PropertyListBounds.permit(huge))
    #expect(!PropertyListBounds.permit(Array("bplist00".utf8)))
    #expect(!PropertyListBounds.permit([UInt8](repeating: 0x3C, count: 1 << 20)))
  }

  @Test func `Entities that would grow are not decoded`() {
    let bomb = #"<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "&b;&b;">]><plist>&a;</plist>"#
    #expect(!PropertyListBounds.permit(Array(bomb.utf8)))
  }

  @Test func `Whatever comes, reading ends and says little`() {
    var random = SplitMix64(seed: 9)
    let honest = dictionary([("name", text("Room")), ("model", text("X1,1"))])
    var bodies = HostileReplies.all
    for _ in 0..<2000 {
      var body = honest
      for _ in 0..<(1 + Int(random.next() % 6)) {
        body[Int(random.next() % UInt64(body.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      bodies.append(body)
    }
    for length in 0..<honest.count { bodies.append(Array(honest.prefix(length))) }
    for body in bodies {
      let facts = AirPlayProbe.facts(in: reply(body))
      #expect(facts.count <= 3)
    }
  }
}
