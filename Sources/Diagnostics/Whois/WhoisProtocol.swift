/// One question by whois (RFC 3912): a line there, text back until the connection ends.
struct WhoisProtocol: StreamProtocol {
  let question: String
  private(set) var bytes: [UInt8] = []

  /// More than any registry answers.
  static let limit = 256 << 10

  init(_ question: String) {
    self.question = question
  }

  var isDone: Bool { bytes.count >= Self.limit }

  mutating func begin() -> [UInt8] { Array("\(question)\r\n".utf8) }

  mutating func receive(_ more: [UInt8]) -> [UInt8] {
    bytes += more.prefix(Self.limit - bytes.count)
    return []
  }

  /// The answer; registries of old write Latin-1.
  var text: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
