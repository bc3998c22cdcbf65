import Identification
import Model
import Networking
import Wire

/// Scans for Gree's air conditioners, and for the many that carry its module under other names.
struct GreeProbe: DeviceProbe {
  private static let port: UInt16 = 7000

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Gree"]) || host.mentions(["gree"]) else { return [] }
    return [
      .datagram(Self.port, .maker, "gree", Array(#"{"t":"scan"}"#.utf8), read: Self.facts)
    ]
  }

  /// What the answer says, laid open.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard payload.count <= Fact.textLimit,
      payload.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
      let pack = member("pack", of: payload),
      let json = GreeAnswer.json(inPack: pack),
      let (fact, text) = Fact.answer(port, json: json)
    else { return [] }
    return [fact]
      + (Fact.called(MemberScanner(text).found.first { $0.key == "name" }?.value).map { [$0] }
        ?? [])
  }

  /// A member whose text may be longer than a saying's; `"t":"pack"` is none of that name.
  private static func member(_ name: String, of json: [UInt8]) -> ArraySlice<UInt8>? {
    let key = Array("\"\(name)\"".utf8)
    var rest = json[...]
    while let found = rest.firstRange(of: key) {
      rest = rest[found.upperBound...].drop { $0 == 0x20 }
      guard rest.first == UInt8(ascii: ":") else { continue }
      let value = rest.dropFirst().drop { $0 == 0x20 }
      guard value.first == UInt8(ascii: "\"") else { return nil }
      return value.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
    }
    return nil
  }
}
