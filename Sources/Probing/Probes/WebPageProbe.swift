import Discovery
import Model

/// Looks at the front pages of web servers: server line, title, realm.
///
/// Redirects are followed on the same host only (RFC 9110, section 15.4), a few of them.
struct WebPageProbe: DeviceProbe {
  /// Ports where a page is likely, and whether it is over TLS.
  private static let ports: [(port: UInt16, isTLS: Bool)] = [
    (80, false), (443, true), (8080, false), (8443, true),
  ]
  /// Redirects followed of one host.
  private static let redirectLimit = 3
  /// Pages that a host announces and that are looked at.
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

  /// Where an answer leads.
  private static func location(_ answer: HTTPAnswer) -> String? {
    guard let status = answer.status, [301, 302, 303, 307, 308].contains(status) else { return nil }
    return answer.headers["location"]
  }

  /// Whether a server says that it is asked in plain text what it answers over TLS only.
  private func wantsTLS(_ answer: HTTPAnswer) -> Bool {
    guard answer.status == 400, !answer.isTLS, answer.path == "/",
      let body = answer.body?.prefix(1024)
    else { return false }
    return body.contains("HTTPS port") || body.contains("SSL-enabled")
  }
}
