import Foundation
import Testing

extension NameServerTests {
  /// `homenet dns --dnssec` on zones that dnssec-signzone signed, beside delv.
  @Suite struct DNSSECCommandTests {
    private static let anchors = NameServerLab.folder.appending(path: "anchors").path

    private static func judge(
      _ name: String,
      _ type: String
    ) throws -> (verdict: JSON, status: Int32) {
      let ending = try Command(
        "dns",
        name,
        type,
        "@127.0.53.5",
        "--dnssec",
        "--trust-anchor",
        anchors,
        "--format",
        "json"
      ).run()
      try #require(!ending.output.isEmpty, "\(ending.errors)")
      #expect(try JSONSchema("homenet.dns-1.json").violations(in: ending.output) == [])
      return (try #require(JSON(parsing: ending.output).dnssec.array.first), ending.status)
    }

    @Test(arguments: [
      ("house.test", "A", "secure"), ("house.test", "MX", "secure"),
      ("www.house.test", "AAAA", "secure"), ("nix.house.test", "A", "secure"),
      ("mail.house.test", "TXT", "secure"), ("any.wild.house.test", "A", "secure"),
      ("here.old.house.test", "A", "secure"), ("big.house.test", "TXT", "secure"),
      ("test", "DNSKEY", "secure"), ("house.test", "DS", "secure"),
      ("hashed.test", "A", "secure"), ("nix.hashed.test", "A", "secure"),
      ("b.hashed.test", "AAAA", "secure"), ("unsigned.test", "A", "insecure"),
      ("nix.unsigned.test", "A", "insecure"), ("far.house.test", "A", "insecure"),
      ("glueless.test", "A", "insecure"), ("expired.test", "A", "bogus"),
      ("stale.test", "A", "bogus"), ("nix.expired.test", "A", "bogus"),
      // Types whose names come compressed, or are signed in lower case.
      ("mb.house.test", "MB", "secure"), ("minfo.house.test", "MINFO", "secure"),
      ("rp.house.test", "RP", "secure"), ("afsdb.house.test", "AFSDB", "secure"),
      ("px.house.test", "PX", "secure"), ("kx.house.test", "KX", "secure"),
      ("nxt.house.test", "NXT", "secure"), ("lp.house.test", "LP", "secure"),
      ("talink.house.test", "TALINK", "secure"), ("nsapptr.house.test", "NSAP-PTR", "secure"),
    ])
    func `what delv finds, homenet finds`(name: String, type: String, state: String) throws {
      let (verdict, status) = try Self.judge(name, type)
      #expect(verdict.state.string == state, "\(verdict)")
      let delv = try NameServerLab.lines(
        "delv",
        [
          "@127.0.53.5", "-a", NameServerLab.folder.appending(path: "anchors.conf").path, "+root=.",
          name, type,
        ]
      )
      let theirs =
        delv.contains { $0.contains("fully validated") }
        ? "secure" : delv.contains { $0.contains("unsigned answer") } ? "insecure" : "bogus"
      // Where an alias leads out of the signed zones, delv says so of the second half only.
      if name != "far.house.test" { #expect(state == theirs, "\(delv)") }
      if state == "bogus" { #expect(status == 1) }
    }

    @Test func `the broken link is named`() throws {
      let (expired, status) = try Self.judge("expired.test", "A")
      #expect(status == 1)
      #expect(expired.broken_link.zone.string?.contains("expired.test") == true)
      #expect(expired.broken_link.type.string == "DNSKEY", "\(expired.broken_link)")
      #expect(expired.reason.string?.contains("2020-02-01") == true, "\(expired.reason)")
      let (stale, _) = try Self.judge("stale.test", "A")
      #expect(stale.broken_link.zone.string?.contains("stale.test") == true, "\(stale)")
      let ending = try Command(
        "dns",
        "expired.test",
        "A",
        "@127.0.53.5",
        "--dnssec",
        "--trust-anchor",
        Self.anchors
      ).run()
      #expect(ending.output.contains("DNSSEC  A bogus: "), "\(ending.output)")
      #expect(ending.output.contains("the broken link: DNSKEY of expired.test."))
    }

    @Test func `people see the chain of trust`() throws {
      let ending = try Command(
        "dns",
        "house.test",
        "A",
        "@127.0.53.5",
        "--dnssec",
        "--trust-anchor",
        Self.anchors
      ).run()
      #expect(ending.status == 0)
      #expect(ending.output.contains("DNSSEC  A secure"))
      #expect(ending.output.contains("house.test.  secure"))
      let untrusted = try Command("dns", "house.test", "A", "@127.0.53.5", "--dnssec").run()
      #expect(untrusted.output.contains("DNSSEC  A bogus"), "\(untrusted.output)")
    }

    @Test(
      arguments: [
        ("house.test", "A", "secure", 0), ("nix.house.test", "A", "secure", 1),
        ("here.old.house.test", "A", "secure", 0), ("here.old.house.test", "CNAME", "secure", 0),
        ("any.wild.house.test", "A", "secure", 0), ("house.test", "DS", "secure", 0),
        ("nix.hashed.test", "A", "secure", 1), ("far.house.test", "A", "insecure", 0),
        ("glueless.test", "A", "insecure", 0), ("expired.test", "A", "bogus", 1),
        ("stale.test", "A", "bogus", 1),
      ] as [(String, String, String, Int32)]
    )
    func `a walk from the root validates too`(
      name: String,
      type: String,
      state: String,
      status: Int32
    ) throws {
      let ending = try Command(
        "dns",
        name,
        type,
        "--trace",
        "--root",
        "127.0.53.1",
        "--dnssec",
        "--trust-anchor",
        Self.anchors,
        "--format",
        "json"
      ).run()
      try #require(!ending.output.isEmpty, "\(ending.errors)")
      #expect(try JSONSchema("homenet.dns-1.json").violations(in: ending.output) == [])
      let report = try JSON(parsing: ending.output)
      #expect(report.dnssec.array.map(\.state.string) == [state], "\(report.dnssec)")
      #expect(report.trace.end.string == "answered")
      #expect(ending.status == status)
    }

    @Test func `people see the walk, then the chain`() throws {
      let ending = try Command(
        "dns",
        "house.test",
        "A",
        "--trace",
        "--root",
        "127.0.53.1",
        "--dnssec",
        "--trust-anchor",
        Self.anchors
      ).run()
      let walk = try #require(ending.output.range(of: "house.test. is at ns.house.test"))
      let chain = try #require(ending.output.range(of: "DNSSEC  A secure"))
      #expect(walk.lowerBound < chain.lowerBound)
    }
  }
}
