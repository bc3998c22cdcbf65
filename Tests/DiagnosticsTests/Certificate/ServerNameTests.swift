import Model
import Testing

@testable import Diagnostics

@Suite struct `Names to ask servers for` {
  @Test(arguments: [
    ("a.lab.test", "a.lab.test"), ("A.Lab.test.", "a.lab.test"), ("nas", "nas"),
    ("_a-1.test", "_a-1.test"), ("b\u{FC}cher.test", "xn--bcher-kva.test"),
  ])
  func `are asked for as certificates have them`(given: String, asked: String) throws {
    #expect(try ServerName(given: given).indicated == asked)
  }

  @Test func `are none where an address is given`() throws {
    let name = try ServerName(given: "::1")
    #expect(name.indicated == nil)
    #expect(name.compared == "::1")
  }

  @Test(arguments: [
    ("", "it is empty"), (".", "it is empty"), ("a..b", "a label is empty"),
    ("x\ny", "it has letters, digits and hyphens alone"),
    ("a b", "it has letters, digits and hyphens alone"),
    ("*.lab.test", "it has letters, digits and hyphens alone"),
    (String(repeating: "a", count: 64), "a label is longer than 63 bytes"),
    (String(repeating: "a.", count: 127) + "aa", "it is longer than 253 bytes"),
  ])
  func `are refused where no host can be called so`(given: String, why: String) {
    let error = #expect(throws: DiagnosticError.self) { try ServerName(given: given) }
    #expect(error?.words == "'\(given)' can't be a host's name: \(why)")
  }
}
