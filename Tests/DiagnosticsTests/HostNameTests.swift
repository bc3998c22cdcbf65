import Testing

@testable import Diagnostics

@Suite struct `A name in another script` {
  @Test(arguments: [
    ("münchen.de", "xn--mnchen-3ya.de"), ("MÜNCHEN.de.", "xn--mnchen-3ya.de."),
    ("Küche.local", "Küche.local"), ("a.test", "a.test"), ("A.test.", "A.test."),
  ])
  func `is asked for in ASCII`(text: String, name: String) throws {
    #expect(try HostNameASCII.inASCII(text) == name)
  }

  @Test(arguments: [
    ("münchen.de", "xn--mnchen-3ya.de", "xn--mnchen-3ya.de"),
    ("Bücher.Test.", "xn--bcher-kva.test", "xn--bcher-kva.test"),
    ("Küche.local", "küche.local", nil), ("127.0.0.1", "127.0.0.1", nil),
  ])
  func `is no UTF-8 in a hello`(text: String, compared: String, indicated: String?) throws {
    let name = try ServerName(text)
    #expect(name.compared == compared)
    #expect(name.indicated == indicated)
  }

  @Test(arguments: [
    ("münchen.de", "münchen.de", "xn--mnchen-3ya.de"),
    ("https://münchen.de:8443/x", "münchen.de", "xn--mnchen-3ya.de"),
    ("Küche.local:80", "Küche.local", "Küche.local"), ("a.test", "a.test", "a.test"),
    ("192.0.2.1", "192.0.2.1", "192.0.2.1"),
  ])
  func `is looked up in ASCII, and named as it was given`(
    text: String,
    host: String,
    name: String
  ) throws {
    let target = try ConnectionTarget(text)
    #expect(target.host == host)
    #expect(target.name == name)
  }

  @Test(arguments: ["a\u{202E}b.de", "mün chen.de"])
  func `may be none`(text: String) {
    #expect(throws: DiagnosticError.self) { try HostNameASCII.inASCII(text) }
  }
}
