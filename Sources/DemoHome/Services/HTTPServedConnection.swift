/// One connection to a simulated HTTP server.
struct HTTPServedConnection: ServedConnection {
  let service: HTTPService
  private var received: [UInt8] = []

  /// A request may be that long, head and body together.
  private static let mostBytes = 65_536
  private static let chunkSize = 512

  init(service: HTTPService) {
    self.service = service
  }

  mutating func take(_ bytes: [UInt8]) -> ServedStep {
    received += bytes
    guard received.count <= Self.mostBytes else { return .close() }
    var sending: [UInt8] = []
    while let request = nextRequest() {
      let reply = service.reply(to: request)
      sending += serialise(reply, to: request)
      if reply.closes || !request.keepsAlive { return .close(saying: sending) }
    }
    return .say(sending)
  }

  /// Takes a whole request off what was received.
  private mutating func nextRequest() -> HTTPService.Request? {
    guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
    // CR and LF together are one character.
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      headers[line[..<colon].lowercased()] = String(value)
    }
    let length = max(0, headers["content-length"].flatMap { Int($0) } ?? 0)
    guard received.count - end.upperBound >= length else { return nil }
    let body = Array(received[end.upperBound..<end.upperBound + length])
    received.removeSubrange(..<(end.upperBound + length))
    let words = (lines.first ?? "").split(separator: " ")
    let isOld = words.last == "HTTP/1.0"
    let connection = headers["connection"]?.lowercased()
    return HTTPService.Request(
      method: words.first.map(String.init) ?? "",
      target: words.count > 1 ? String(words[1]) : "",
      headers: headers,
      body: body,
      keepsAlive: isOld ? connection == "keep-alive" : connection != "close",
      takesChunks: !isOld
    )
  }

  private func serialise(_ reply: HTTPService.Reply, to request: HTTPService.Request) -> [UInt8] {
    let body = filled(reply.body, request)
    let isChunked = reply.isChunked && request.takesChunks
    var head = "HTTP/1.1 \(reply.status) \(Self.reason(reply.status))\r\n"
    if let server = service.server { head += "Server: \(server)\r\n" }
    for (name, value) in reply.headers {
      head += "\(name): \(value.replacing("{address}", with: address(request)))\r\n"
    }
    head += isChunked ? "Transfer-Encoding: chunked\r\n" : "Content-Length: \(body.count)\r\n"
    if reply.closes || !request.keepsAlive { head += "Connection: close\r\n" }
    head += "\r\n"
    if request.method == "HEAD" { return Array(head.utf8) }
    return Array(head.utf8) + (isChunked ? Self.chunks(body) : body)
  }

  /// The body with the address that was asked, where it wants that.
  private func filled(_ body: [UInt8], _ request: HTTPService.Request) -> [UInt8] {
    let place = Array("{address}".utf8)
    guard body.firstRange(of: place) != nil else { return body }
    return body.replacing(place, with: Array(address(request).utf8))
  }

  /// The address that was asked, as the request says.
  private func address(_ request: HTTPService.Request) -> String {
    String((request.headers["host"] ?? "").prefix { $0.isHexDigit || $0 == "." })
  }

  private static func chunks(_ body: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: body.count, by: chunkSize) {
      let chunk = body[start..<min(start + chunkSize, body.count)]
      bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
    }
    return bytes + Array("0\r\n\r\n".utf8)
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 307: "Temporary Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    default: "Status"
    }
  }
}
