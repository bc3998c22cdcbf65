/// Making facts of what devices answer to a datagram.
extension Fact {
  /// How much of a text is kept, in bytes; a power strip's answer has three thousand.
  package static let textLimit = 8 << 10
  /// How many bytes are kept of what is no text.
  static let byteLimit = 2 << 10

  /// An answer in text; `nil` where it is empty, no UTF-8 or too long.
  package static func answer(_ port: UInt16, text: some Collection<UInt8>) -> (
    fact: Fact, text: String
  )? {
    guard !text.isEmpty, text.count <= textLimit,
      let text = String(validating: text, as: UTF8.self)
    else { return nil }
    return (.datagram(DatagramAnswer(port: port, text: text)), text)
  }

  /// An answer in JSON; `nil` where it is no object.
  package static func answer(_ port: UInt16, json: some Collection<UInt8>) -> (
    fact: Fact, text: String
  )? {
    json.first { $0 > 0x20 } == UInt8(ascii: "{") ? answer(port, text: json) : nil
  }

  /// An answer in bytes, its beginning.
  package static func answer(_ port: UInt16, bytes: some Collection<UInt8>) -> Fact {
    .datagram(DatagramAnswer(port: port, bytes: Array(bytes.prefix(byteLimit))))
  }

  /// The name that a device states, without what surrounds it; `nil` where there is none.
  package static func called(_ name: String?) -> Fact? {
    guard let name else { return nil }
    var scalars = Substring(name).unicodeScalars
    while let last = scalars.last, last.value <= 0x20 { scalars.removeLast() }
    while let first = scalars.first, first.value <= 0x20 { scalars.removeFirst() }
    guard !scalars.isEmpty, scalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      return nil
    }
    return .name(String(Substring(scalars).prefix(80)))
  }
}
