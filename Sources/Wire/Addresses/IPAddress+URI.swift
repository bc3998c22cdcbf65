extension IPAddress {
  /// The address as it stands in a URI: without its zone, of which nobody else knows (RFC 3986,
  /// section 3.2.2).
  public var uriHost: String {
    let text = description
    let bare = text.firstIndex(of: "%").map { text[..<$0] } ?? text[...]
    return bare.contains(":") ? "[\(bare)]" : String(bare)
  }
}
