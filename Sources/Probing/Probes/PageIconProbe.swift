import Crypto
import Model
import Wire

/// Fetches the icons that front pages name: makers that hide everything else leave their icon.
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

  /// The digest of an icon.
  static func facts(in reply: HTTPReply) -> [Fact] {
    guard reply.status == 200, reply.isWhole, !reply.body.isEmpty,
      // A page that says "not found" politely is no icon.
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
