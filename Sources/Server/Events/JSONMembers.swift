/// The members of an object that ``JSONBytes`` wrote, found without a parser: their order is that of
/// the alphabet and nothing stands between them.
struct JSONMembers {
  /// A key with its quotes, and a value.
  typealias Member = (key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)

  private let bytes: [UInt8]
  private var index: Int

  /// The members of that object; none where it is no object.
  init(of object: [UInt8]) {
    bytes = object
    index = object.first == UInt8(ascii: "{") ? 1 : object.count
  }

  /// The next member.
  mutating func next() -> Member? {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
    let start = index
    skipString()
    let key = bytes[start..<index]
    guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return nil }
    index += 1
    let value = index
    skipValue()
    defer { index += 1 }
    return (key, bytes[value..<index])
  }

  /// Steps over what belongs to the value: up to the comma or brace at its own depth.
  private mutating func skipValue() {
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        return
      default:
        break
      }
      index += 1
    }
  }

  /// Steps over a string, quotes included.
  private mutating func skipString() {
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, bytes.count)
  }

  /// The object with another value of that member, where it has it.
  static func replacing(_ name: String, in object: [UInt8], by value: [UInt8]) -> [UInt8] {
    let key = Array("\"\(name)\"".utf8)
    var members = JSONMembers(of: object)
    while let member = members.next() {
      guard member.key.elementsEqual(key) else { continue }
      return object[..<member.value.startIndex] + value + object[member.value.endIndex...]
    }
    return object
  }

  /// What of `new` is not in `old` as it is: an object of those members, and of the members with the
  /// keys to keep; `nil` where nothing but ignored members differs.
  static func changes(
    from old: [UInt8],
    to new: [UInt8],
    keeping kept: Set<String> = [],
    ignoring ignored: Set<String> = []
  ) -> [UInt8]? {
    guard old != new else { return nil }
    var before: [ArraySlice<UInt8>: ArraySlice<UInt8>] = [:]
    var members = JSONMembers(of: old)
    while let member = members.next() { before[member.key] = member.value }
    var object: [UInt8] = []
    var isChanged = false
    members = JSONMembers(of: new)
    while let member = members.next() {
      let name = String(decoding: member.key.dropFirst().dropLast(), as: UTF8.self)
      let differs = before[member.key] != member.value
      isChanged = isChanged || (differs && !ignored.contains(name))
      guard differs || kept.contains(name) else { continue }
      object.append(object.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
      object += member.key
      object.append(UInt8(ascii: ":"))
      object += member.value
    }
    guard isChanged else { return nil }
    object.append(UInt8(ascii: "}"))
    return object
  }
}
