import Crypto
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import WebApp
import Wire

struct Pages {
  static let start: Set<String> = ["/", "/index.html"]
  static let login = "/login.html"

  /// Whether the file is served without authentication: the log-in page, scripts, styles and icons.
  ///
  /// They are the same in every installation and say nothing of the home. A page loads some of them late,
  /// when its session may have ended; an error in their place would be taken for a broken file.
  static func isOpen(_ path: String) -> Bool {
    if path == "login.html" { return true }
    let types = [".css", ".js", ".png", ".svg", ".webmanifest"]
    return types.contains { path.hasSuffix($0) }
  }

  var routes: [Route] {
    var routes: [Route] = []
    for index in 0..<webapp_asset_count {
      guard let page = Page(at: index) else { continue }
      let audience: Route.Audience = Self.isOpen(page.path) ? .everyone : .authorised
      routes.append(Route(.get, "/" + page.path, for: audience) { page.answer($0, $1) })
      if page.path == "index.html" { routes.append(Route(.get, "/") { page.answer($0, $1) }) }
    }
    return routes
  }
}

private struct Page: Sendable {
  let path: String
  let type: String
  let content: ByteBuffer
  let tag: String

  init?(at index: Int) {
    guard let asset = WebAppAsset(at: index) else { return nil }
    path = asset.path
    type = Self.type(of: asset.path)
    content = ByteBuffer(bytes: asset.bytes)
    let digest = Array(SHA256.hash(data: Data(asset.bytes)).prefix(16))
    tag = "\"\(Hex.encode(digest))\""
  }

  func answer(_ request: Request, _ context: HomeRequestContext) -> Response {
    // Revalidated each time: an update of the program takes effect at once, and a page's modules are
    // all of one version.
    let headers: HTTPFields = [
      .contentType: type, .eTag: tag, .cacheControl: "no-cache",
      .contentLength: String(content.readableBytes),
    ]
    if let known = request.headers[.ifNoneMatch], Self.matches(known, tag) {
      return Response(status: .notModified, headers: [.eTag: tag, .cacheControl: "no-cache"])
    }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: content))
  }

  /// Whether the list of entity tags has that one (RFC 9110, section 13.1.2).
  private static func matches(_ list: String, _ tag: String) -> Bool {
    list.split(separator: ",").contains { entry in
      let entry = entry.trimmingPrefix(while: \.isWhitespace)
      return entry == "*" || entry == tag || entry == "W/" + tag
    }
  }

  private static func type(of path: String) -> String {
    switch path.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": "application/json"
    case "webmanifest": "application/manifest+json"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    default: "application/octet-stream"
    }
  }
}

struct WebAppAsset {
  /// Below the app's root, without a leading slash.
  let path: String
  let bytes: [UInt8]

  /// The file at that index; `nil` past the last.
  init?(at index: Int) {
    guard let asset = webapp_asset_at(index) else { return nil }
    path = String(cString: asset.pointee.path)
    bytes = Array(UnsafeBufferPointer(start: asset.pointee.bytes, count: asset.pointee.size))
  }
}
