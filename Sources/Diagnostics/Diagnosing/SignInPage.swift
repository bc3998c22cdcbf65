/// The marks of a page on which one signs in.
enum SignInPage {
  private static let passwords = [
    #"type="password""#, "type='password'", "type=password",
  ]
  private static let words = ["sign in", "sign-in", "log in", "login", "accept the terms"]

  /// Whether a page asks for a password or a sign-in in a form, or is a Wi-Fi gateway's by the
  /// WISPr specification.
  static func isOne(_ content: some Sequence<UInt8>) -> Bool {
    let text = String(decoding: Array(content), as: UTF8.self).lowercased()
    if text.contains("wispaccessgatewayparam") { return true }
    return text.contains("<form") && (passwords + words).contains { text.contains($0) }
  }
}
