import Diagnostics
import Monitoring

/// One request over a connection of its own.
struct HTTPCheckExchange: StreamProtocol {
  private let request: [UInt8]
  /// What came back.
  private(set) var response: HTTPResponseParser

  /// A check's request to a target; fields that can't be sent are left out.
  init(_ check: HTTPCheck, to target: HTTPTarget) {
    var fields = [
      HTTPCheck.HeaderField("Host", target.authority),
      HTTPCheck.HeaderField("User-Agent", "homenet"),
      HTTPCheck.HeaderField("Accept", "*/*"),
    ]
    for field in check.headers where Self.isSendable(field) {
      let name = field.name.lowercased()
      // A field of the check's own takes the usual one's place.
      fields.removeAll { $0.name.lowercased() == name && Self.usual.contains(name) }
      fields.append(field)
    }
    let body = Array((check.body ?? "").utf8)
    if check.body != nil { fields.append(HTTPCheck.HeaderField("Content-Length", "\(body.count)")) }
    fields.append(HTTPCheck.HeaderField("Connection", "close"))
    let head = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
    request = Array("\(check.method) \(target.path) HTTP/1.1\r\n\(head)\r\n".utf8) + body
    response = HTTPResponseParser(
      isHead: check.method == "HEAD",
      bodyLimit: CheckFacts.mostBody
    )
  }

  private static let usual: Set<String> = ["host", "user-agent", "accept"]
  /// Those that say where the message ends.
  private static let framing: Set<String> = ["connection", "content-length", "transfer-encoding"]

  private static func isSendable(_ field: HTTPCheck.HeaderField) -> Bool {
    let isName =
      !field.name.isEmpty
      && field.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
    return isName && field.value.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
      && !framing.contains(field.name.lowercased())
  }

  var isDone: Bool { response.isOver }

  mutating func begin() -> [UInt8] { request }

  mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
    response.receive(bytes)
    return []
  }
}
