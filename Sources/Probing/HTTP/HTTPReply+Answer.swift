import Model

extension HTTPReply {
  /// The answer as evidence; a body that is no text is left out.
  var answer: HTTPAnswer {
    HTTPAnswer(
      port: port,
      isTLS: isTLS,
      path: path,
      status: status,
      headers: evidenceHeaders,
      body: text
    )
  }

  /// Whether the whole body was kept.
  var isWhole: Bool { body.count < Self.bodyLimit }

  /// The body as text, unless it is empty or no text.
  var text: String? {
    guard !body.isEmpty, !body.prefix(512).contains(0) else { return nil }
    let type = headers["content-type"]?.lowercased() ?? ""
    if type.hasPrefix("image/") || type.hasPrefix("audio/") || type.hasPrefix("video/") {
      return nil
    }
    if let text = String(validating: body, as: UTF8.self) { return text }
    // Old devices write ISO 8859-1 whatever they call it; but a text cut short is still UTF-8.
    if !isWhole,
      (1...3).contains(where: { String(validating: body.dropLast($0), as: UTF8.self) != nil })
    {
      return String(decoding: body, as: UTF8.self)
    }
    var text = String.UnicodeScalarView()
    for byte in body { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }

  /// The header fields that can tell something; no dates, no cookies' values.
  private var evidenceHeaders: [String: String] {
    var kept: [String: String] = [:]
    for (name, value) in headers.sorted(by: { $0.key < $1.key }).prefix(Self.headerLimit)
    where !Self.untelling.contains(name) && name.utf8.count <= 64 {
      let value = name == "set-cookie" ? String(value.prefix { $0 != "=" }) : value
      kept[name] = String(value.prefix(256))
    }
    return kept
  }

  private static let headerLimit = 32
  private static let untelling: Set<String> = [
    "date", "content-length", "connection", "cache-control", "expires", "pragma", "etag",
    "last-modified", "transfer-encoding", "keep-alive", "accept-ranges", "vary", "age",
  ]
}
