import Crypto

/// Looks at the front pages of web servers: server line, title, realm, icon.
///
/// Redirects are followed on the same host only (RFC 9110, section 15.4), a few of them.
struct WebPageProbe: DeviceProbe {
  /// Ports where a page is likely, and whether it is over TLS.
  private static let ports: [UInt16: Bool] = [80: false, 443: true, 8080: false, 8443: true]
  /// Redirects followed of one host.
  private static let redirectLimit = 3

  func questions(for host: ProbedHost) -> [Question] {
    var questions: [Question] = []
    for (port, isTLS) in Self.ports.sorted(by: { $0.key < $1.key })
    where host.openPorts.contains(port) {
      questions.append(.http(port, HTTPQuestion("/", isTLS: isTLS)))
    }
    for service in host.evidence.services where service.type == "_http._tcp" {
      guard let port = service.port, Self.ports[port] == nil else { continue }
      questions.append(.http(port, HTTPQuestion("/")))
    }
    for answer in host.evidence.http {
      guard let port = answer.port else { continue }
      if let target = redirect(answer, of: host) {
        questions.append(.http(target.port, HTTPQuestion(target.path, isTLS: target.isTLS)))
      }
      if let path = icon(of: answer) {
        questions.append(.http(port, HTTPQuestion(path, isTLS: answer.isTLS, read: Self.icon)))
      }
    }
    return questions
  }

  private func redirect(_ answer: HTTPAnswer, of host: ProbedHost) -> WebAddress? {
    guard let status = answer.status, [301, 302, 303, 307, 308].contains(status),
      let location = answer.headers["location"]
    else { return nil }
    let redirects = host.evidence.http.filter { $0.headers["location"] != nil }
    guard redirects.prefix(Self.redirectLimit).contains(answer) else { return nil }
    let base = WebAddress(
      address: host.address,
      port: answer.port ?? 80,
      isTLS: answer.isTLS,
      path: answer.path ?? "/"
    )
    return base.following(location)
  }

  /// Where the page's icon is, if it is a front page and names one on the same host.
  private func icon(of answer: HTTPAnswer) -> String? {
    guard answer.path == "/", answer.status == 200, let body = answer.body else { return nil }
    return PageIcon.path(in: body) ?? "/favicon.ico"
  }

  private static func icon(_ reply: HTTPReply) -> [Fact] {
    guard reply.status == 200, reply.isWhole, !reply.body.isEmpty,
      // A page that says "not found" politely is no icon.
      reply.headers["content-type"]?.lowercased().hasPrefix("text/") != true
    else { return [] }
    let digest = Insecure.MD5.hash(data: reply.body).map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0\(digits)" : digits
    }
    return [
      .http(
        HTTPAnswer(
          port: reply.port,
          isTLS: reply.isTLS,
          path: reply.path,
          status: reply.status,
          faviconMD5: digest.joined()
        )
      )
    ]
  }
}
