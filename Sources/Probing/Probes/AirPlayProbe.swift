import FoundationEssentials
import Identification
import Model

/// Gets `/info` from AirPlay receivers, a property list with name, model and versions.
struct AirPlayProbe: DeviceProbe {
  private static let port: UInt16 = 7000

  func questions(for host: ProbedHost) -> [Question] {
    let announced = host.ports(of: "_airplay._tcp").first
    guard let port = announced ?? (host.openPorts.contains(Self.port) ? Self.port : nil) else {
      return []
    }
    return [.http(port, HTTPQuestion("/info", read: Self.facts))]
  }

  /// A value of the wrong type is as if it were missing.
  private struct Info: Codable {
    var name: String?
    var model: String?
    var deviceID: String?
    var macAddress: String?
    var manufacturer: String?
    var osBuildVersion: String?
    var sourceVersion: String?
    var firmwareRevision: String?
    var hardwareRevision: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func text(_ key: CodingKeys) -> String? {
        guard let text = try? container.decode(String.self, forKey: key) else { return nil }
        return String(text.prefix(200))
      }
      name = text(.name)
      model = text(.model)
      deviceID = text(.deviceID)
      macAddress = text(.macAddress)
      manufacturer = text(.manufacturer)
      osBuildVersion = text(.osBuildVersion)
      sourceVersion = text(.sourceVersion)
      firmwareRevision = text(.firmwareRevision)
      hardwareRevision = text(.hardwareRevision)
    }
  }

  /// The property list as JSON, which the rules read.
  static func facts(in reply: HTTPReply) -> [Fact] {
    guard reply.status == 200, reply.isWhole, PropertyListBounds.permit(reply.body),
      let info = try? PropertyListDecoder().decode(Info.self, from: Data(reply.body))
    else {
      // Status and header fields are evidence too.
      var answer = reply.answer
      answer.body = nil
      return [.http(answer)]
    }
    var answer = reply.answer
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    answer.body = (try? encoder.encode(info)).map { String(decoding: $0, as: UTF8.self) }
    var facts: [Fact] = [.http(answer)]
    if let name = info.name {
      let name = DeviceName.clean(name, limit: 80)
      if !name.isEmpty { facts.append(.name(name)) }
    }
    if let id = info.deviceID { facts.append(.identity(.deviceID, id)) }
    return facts
  }
}

/// Checks a property list before it is decoded: small, shallow, without cycles.
///
/// Objects of a binary list can be referenced many times or contain themselves, so that a few hundred
/// bytes expand to billions of objects; and decoders recurse as deep as the list. The check walks the
/// list without recursion and counts visits.
enum PropertyListBounds {
  private static let byteLimit = 64 << 10
  private static let visitLimit = 4000
  private static let depthLimit = 16

  /// Whether the list is safe to decode.
  static func permit(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= byteLimit else { return false }
    if bytes.starts(with: "bplist00".utf8) { return BinaryList(bytes)?.isSmall ?? false }
    return bytes.first { $0 > 0x20 } == UInt8(ascii: "<") && isShallow(bytes)
  }

  /// Whether an XML list has no entity declarations, and too few nesting elements to be deep.
  ///
  /// Only start tags are counted: an end tag can be in a comment.
  private static func isShallow(_ bytes: [UInt8]) -> Bool {
    var nesting = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
      let rest = bytes[index...]
      if rest.starts(with: "<!ENTITY".utf8) { return false }
      if nests.contains(where: { rest.starts(with: $0) }) { nesting += 1 }
      if nesting > nestingLimit { return false }
    }
    return true
  }

  private static let nests = ["<array", "<dict", "<plist"].map { Array($0.utf8) }
  /// Receivers use some thirty; a 128 KiB stack has room for as many.
  private static let nestingLimit = 100

  /// A binary list's object table (Apple, CFBinaryPList.c); every access is checked.
  private struct BinaryList {
    let bytes: [UInt8]
    let offsetSize: Int
    let referenceSize: Int
    let count: Int
    let top: Int
    let table: Int

    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 40 else { return nil }
      let trailer = bytes.count - 32
      self.bytes = bytes
      offsetSize = Int(bytes[trailer + 6])
      referenceSize = Int(bytes[trailer + 7])
      func number(at offset: Int) -> Int? {
        guard bytes[offset..<offset + 4].allSatisfy({ $0 == 0 }) else { return nil }
        return bytes[offset + 4..<offset + 8].reduce(0) { $0 << 8 | Int($1) }
      }
      guard (1...4).contains(offsetSize), (1...4).contains(referenceSize),
        let count = number(at: trailer + 8), let top = number(at: trailer + 16),
        let table = number(at: trailer + 24), count > 0, count <= visitLimit, top < count,
        table >= 8, table < trailer, count * offsetSize <= trailer - table
      else { return nil }
      (self.count, self.top, self.table) = (count, top, table)
    }

    var isSmall: Bool {
      var stack = [(object: top, depth: 0)]
      var visits = 0
      while let (object, depth) = stack.popLast() {
        visits += 1
        guard visits <= visitLimit, depth <= depthLimit, let held = references(of: object) else {
          return false
        }
        guard held.count <= visitLimit else { return false }
        for reference in held { stack.append((reference, depth + 1)) }
        guard stack.count <= visitLimit else { return false }
      }
      return true
    }

    /// The objects that an object references; `nil` if it is malformed.
    private func references(of object: Int) -> [Int]? {
      guard object < count, let start = number(table + object * offsetSize, offsetSize),
        start >= 8, start < table
      else { return nil }
      let kind = bytes[start] >> 4
      var length = Int(bytes[start] & 15)
      var content = start + 1
      // A length of 15 means that an integer object with the length follows.
      if length == 15, [4, 5, 6, 7, 10, 11, 12, 13].contains(kind) {
        guard content < table, bytes[content] >> 4 == 1, bytes[content] & 15 <= 2 else {
          return nil
        }
        let size = 1 << Int(bytes[content] & 15)
        guard let number = number(content + 1, size) else { return nil }
        length = number
        content += 1 + size
      }
      switch kind {
      case 0: return []
      case 1, 2, 3, 8: return content + (1 << min(length, 4)) <= table + 16 ? [] : nil
      case 4, 5, 7: return length <= table - content ? [] : nil
      case 6: return length <= (table - content) / 2 ? [] : nil
      case 10, 11, 12, 13:
        let references = kind == 13 ? length * 2 : length
        guard length <= visitLimit, references * referenceSize <= table - content else {
          return nil
        }
        return (0..<references).compactMap { number(content + $0 * referenceSize, referenceSize) }
      default: return nil
      }
    }

    private func number(_ offset: Int, _ size: Int) -> Int? {
      guard offset >= 0, offset + size <= bytes.count else { return nil }
      return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }
  }
}
