internal import Wire

/// A host and a port as people write them.
struct HostAndPort: Hashable {
  var host: String
  var port: UInt16

  /// `HOST`, `HOST:PORT`, `[IPv6]`, `[IPv6]:PORT`, or an IPv6 address as it is.
  ///
  /// - Throws: That it is none.
  init(_ text: String, port: UInt16) throws(DiagnosticError) {
    self.port = port
    let wrong = DiagnosticError.usage("'\(text)' is neither HOST nor HOST:PORT")
    if IPAddress(text) != nil {
      host = text
      return
    }
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { throw wrong }
      host = String(text[text.index(after: text.startIndex)..<end])
      guard case .v6? = IPAddress(host) else { throw wrong }
      let rest = text[text.index(after: end)...]
      if rest.isEmpty { return }
      guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0 else { throw wrong }
      self.port = port
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty, parts.count <= 2 else { throw wrong }
    host = String(first)
    guard parts.count == 2 else { return }
    guard let port = UInt16(parts[1]), port > 0 else { throw wrong }
    self.port = port
  }
}
