import Crypto
import Discovery
import Model
import Wire

/// Gets the front pages of web servers: server line, title, realm.
///
/// Follows a few redirects (RFC 9110, section 15.4), on the same host only.
struct WebPageProbe: DeviceProbe {
  /// Ports that are likely to serve a page.
  private static let ports: [(port: UInt16, isTLS: Bool)] = [
    (80, false), (443, true), (8080, false), (8443, true),
  ]
  /// Per host.
  private static let redirectLimit = 3
  /// Announced pages per host and scheme.
  private static let announcedLimit = 4

  func questions(for host: ProbedHost) -> [Question] {
    var questions: [Question] = []
    for (port, isTLS) in Self.ports where host.openPorts.contains(port) {
      questions.append(.http(port, HTTPQuestion("/", isTLS: isTLS)))
    }
    for (type, isTLS) in [("_http._tcp", false), ("_https._tcp", true)] {
      for port in host.ports(of: type).prefix(Self.announcedLimit)
      where !Self.ports.contains(where: { $0.port == port }) && host.mayAnswer(at: port) {
        questions.append(.http(port, HTTPQuestion("/", isTLS: isTLS)))
      }
    }
    for answer in host.evidence.http {
      if let target = redirect(answer, of: host) {
        questions.append(.http(target.port, HTTPQuestion(target.path, isTLS: target.isTLS)))
      }
      if let port = answer.port, wantsTLS(answer) {
        questions.append(.http(port, HTTPQuestion("/", isTLS: true)))
      }
    }
    return questions
  }

  private func redirect(_ answer: HTTPAnswer, of host: ProbedHost) -> WebAddress? {
    guard let location = Self.location(answer) else { return nil }
    let redirects = host.evidence.http.filter { Self.location($0) != nil }
    guard redirects.prefix(Self.redirectLimit).contains(answer) else { return nil }
    let base = WebAddress(
      address: host.address,
      port: answer.port ?? 80,
      isTLS: answer.isTLS,
      path: answer.path ?? "/"
    )
    guard let target = base.following(location), !ScanPorts.prints(target.port) else { return nil }
    return target
  }

  /// The target of a redirect.
  private static func location(_ answer: HTTPAnswer) -> String? {
    guard let status = answer.status, [301, 302, 303, 307, 308].contains(status) else { return nil }
    return answer.headers["location"]
  }

  /// Whether the server reports plain HTTP on a TLS port.
  private func wantsTLS(_ answer: HTTPAnswer) -> Bool {
    guard answer.status == 400, !answer.isTLS, answer.path == "/",
      let body = answer.body?.prefix(1024)
    else { return false }
    return body.contains("HTTPS port") || body.contains("SSL-enabled")
  }
}

/// Gets the icons of front pages, which often identify a maker where nothing else does.
struct PageIconProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    host.evidence.http.compactMap { answer in
      guard answer.path == "/", answer.status == 200, let port = answer.port,
        let body = answer.body, body.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "<")
      else { return nil }
      let path = PageIcon.path(in: body) ?? "/favicon.ico"
      return .http(port, HTTPQuestion(path, isTLS: answer.isTLS, read: Self.facts))
    }
  }

  /// The MD5 of an icon.
  static func facts(in reply: HTTPReply) -> [Fact] {
    guard reply.status == 200, reply.isWhole, !reply.body.isEmpty,
      // An error page with status 200.
      reply.headers["content-type"]?.lowercased().hasPrefix("text/") != true
    else { return [] }
    return [
      .http(
        HTTPAnswer(
          port: reply.port,
          isTLS: reply.isTLS,
          path: reply.path,
          status: reply.status,
          faviconMD5: Hex.encode(Insecure.MD5.hash(data: reply.body))
        )
      )
    ]
  }
}

/// Finds the icon of a web page.
enum PageIcon {
  /// The path of `<link rel="icon" href="…">`; `nil` if there is none, or it is on another host.
  static func path(in page: String) -> String? {
    var rest = page.utf8.prefix(16 << 10)[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
      let tag = String(decoding: rest[..<close], as: UTF8.self)
      rest = rest[close...]
      guard tag.lowercased().hasPrefix("link"),
        attribute("rel", of: tag)?.lowercased().split(separator: " ").contains("icon") == true,
        let target = attribute("href", of: tag)
      else { continue }
      guard target.utf8.count <= 256, !target.contains(":"), !target.hasPrefix("//"),
        target.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else { return nil }
      return target.hasPrefix("/") ? target : "/\(target)"
    }
    return nil
  }

  private static func attribute(_ name: String, of tag: String) -> String? {
    let folded = tag.lowercased()
    guard let found = folded.firstRange(of: "\(name)=") else { return nil }
    // Offsets are the same if lower-casing kept the length.
    guard folded.utf8.count == tag.utf8.count else { return nil }
    let offset = folded.utf8.distance(from: folded.startIndex, to: found.upperBound)
    let value = tag.utf8.dropFirst(offset)
    guard let quote = value.first else { return nil }
    let text: Substring.UTF8View.SubSequence
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      text = value.dropFirst().prefix { $0 != quote }
    } else {
      text = value.prefix { $0 > 0x20 }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
