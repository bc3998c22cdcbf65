import Crypto
import FoundationEssentials
import Identification
import Model
import Networking
import Wire

/// Asks Gree's air conditioners, and those of other brands with its module.
struct GreeProbe: DeviceProbe {
  static let port: UInt16 = 7000

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Gree"]) || host.mentions(["gree"]) else { return [] }
    return [.datagram(Self.port, .maker, "gree", Self.request, read: Self.facts)]
  }

  static let request = Array(#"{"t":"scan"}"#.utf8)

  /// The answer, decrypted.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard payload.count <= Fact.textLimit,
      payload.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
      let pack = member("pack", of: payload)
    else { return [] }
    for json in [GreeAnswer.json(inPack: pack), laterJSON(inPack: pack)].compactMap({ $0 }) {
      guard let (fact, text) = Fact.answer(port, json: json) else { continue }
      let name = MemberScanner(text).found.first { $0.key == "name" }?.value
      return [fact, Fact.called(name)].compactMap { $0 }
    }
    return []
  }

  private static let laterKey = SymmetricKey(data: Array("{yxAHAY_Lm6pbC/<".utf8))
  private static let laterNonce: [UInt8] = [
    0x54, 0x40, 0x78, 0x44, 0x49, 0x67, 0x5A, 0x51, 0x6C, 0x5E, 0x63, 0x13,
  ]

  /// The JSON of later modules, hidden by AES in Galois/counter mode under constants (greeclimate).
  ///
  /// Counter mode lays open what it has hidden. The tag isn't looked at: it proves nothing where everybody
  /// has the key.
  private static func laterJSON(inPack pack: some Sequence<UInt8>) -> [UInt8]? {
    guard let hidden = Base64.decode(pack), !hidden.isEmpty,
      let nonce = try? AES.GCM.Nonce(data: laterNonce),
      let box = try? AES.GCM.seal(hidden, using: laterKey, nonce: nonce)
    else { return nil }
    let clear = Array(box.ciphertext)
    return clear.lastIndex(of: UInt8(ascii: "}")).map { Array(clear[...$0]) }
  }

  /// The text of a member, which can be longer than ``MemberScanner`` reads.
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

/// Asks Midea's air conditioners and dehumidifiers, which many brands sell.
struct MideaProbe: DeviceProbe {
  /// Of older and newer modules.
  static let ports: [UInt16] = [6445, 20086]

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Midea"]) || host.mentions(["midea", "net_ac_", "net_a1_"]) else {
      return []
    }
    return Self.ports.map { port in
      .datagram(port, .maker, "midea", Self.request) { Self.facts(in: $0, port: port) }
    }
  }

  /// A header without a device number, and the constant body that the apps send.
  static let request: [UInt8] =
    [0x5A, 0x5A, 0x01, 0x11, 0x48, 0x00, 0x92, 0x00] + Array(repeating: 0, count: 32) + [
      0x7F, 0x75, 0xBD, 0x6B, 0x3E, 0x4F, 0x8B, 0x76, 0x2E, 0x84, 0x9C, 0x6E, 0x57, 0x8D, 0x65,
      0x90, 0x03, 0x6E, 0x9D, 0x43, 0x42, 0xA5, 0x0F, 0x1F, 0x56, 0x9E, 0xB8, 0xEC, 0x91, 0x8E,
      0x92, 0xE5,
    ]

  /// An answer is encrypted; that there is one identifies the maker.
  static func facts(in payload: [UInt8], port: UInt16) -> [Fact] {
    guard payload.count > request.count,
      payload.starts(with: [0x5A, 0x5A]) || payload.starts(with: [0x83, 0x70])
    else { return [] }
    return [.answer(port, bytes: payload)]
  }
}
