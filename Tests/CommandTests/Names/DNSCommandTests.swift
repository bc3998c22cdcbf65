import Foundation
import Sealing
import Testing

/// What needs name servers, one test after the other.
@Suite(
  NameServerLab(),
  .serialized,
  .sealed,
  .enabled(if: NameServerLab.isPossible, "name servers are not installed")
)
struct NameServerTests {}

extension NameServerTests {
  /// `homenet dns` against named, unbound and dnsmasq, and beside dig.
  @Suite struct DNSCommandTests {
    private static func ask(_ arguments: String...) throws -> (report: JSON, status: Int32) {
      try ask(arguments)
    }

    private static func ask(_ arguments: [String]) throws -> (report: JSON, status: Int32) {
      var command = Command()
      command.arguments = ["dns"] + arguments + ["--format", "json"]
      let ending = try command.run()
      try #require(!ending.output.isEmpty, "\(ending.errors)")
      let violations = try JSONSchema("homenet.dns-1.json").violations(in: ending.output)
      #expect(violations == [])
      return (try JSON(parsing: ending.output), ending.status)
    }

    /// What came of a name and a type at a server, for `make bench-tools`.
    private struct Row: Encodable {
      var name: String
      var type: String
      var server: String
      var status: String?
      var isRight: Bool
      var isSameSpacing: Bool
      var ours: [String]
      var dig: [String]
    }

    /// Every name of the lab with every type, and types that it doesn't have.
    @Test(arguments: [
      ("house.test", "A"), ("house.test", "AAAA"), ("house.test", "MX"), ("house.test", "NS"),
      ("house.test", "TXT"), ("house.test", "SOA"), ("house.test", "CAA"), ("house.test", "HTTPS"),
      ("house.test", "HINFO"), ("house.test", "DS"), ("house.test", "DNSKEY"),
      ("house.test", "NSEC"), ("house.test", "TYPE65280"), ("www.house.test", "A"),
      ("www.house.test", "CNAME"), ("web.house.test", "AAAA"), ("far.house.test", "A"),
      ("nowhere.house.test", "A"), ("any.wild.house.test", "A"), ("nix.house.test", "A"),
      ("_sip._udp.house.test", "SRV"), ("_443._tcp.www.house.test", "TLSA"),
      ("_dns.house.test", "SVCB"), ("sip.house.test", "NAPTR"), ("ssh.house.test", "SSHFP"),
      ("strange.house.test", "TYPE4711"), ("old.house.test", "DNAME"),
      ("here.old.house.test", "A"), (#"a\.b\032c.house.test"#, "TXT"), ("big.house.test", "TXT"),
      ("xn--bcher-kva.house.test", "A"), ("25.2.0.192.in-addr.arpa", "PTR"), ("test", "NS"),
      ("glueless.test", "A"), ("hashed.test", "NSEC3PARAM"), ("unsigned.test", "A"),
      ("lame.test", "A"), ("expired.test", "A"), ("mb.house.test", "MB"),
      ("mg.house.test", "MG"), ("mr.house.test", "MR"), ("minfo.house.test", "MINFO"),
      ("rp.house.test", "RP"), ("afsdb.house.test", "AFSDB"), ("x25.house.test", "X25"),
      ("isdn.house.test", "ISDN"), ("rt.house.test", "RT"), ("nsap.house.test", "NSAP"),
      ("nsapptr.house.test", "NSAP-PTR"), ("key.house.test", "KEY"), ("sig.house.test", "SIG"),
      ("px.house.test", "PX"), ("gpos.house.test", "GPOS"), ("loc.house.test", "LOC"),
      ("far-loc.house.test", "LOC"), ("nxt.house.test", "NXT"), ("eid.house.test", "EID"),
      ("nimloc.house.test", "NIMLOC"), ("atma.house.test", "ATMA"), ("kx.house.test", "KX"),
      ("cert.house.test", "CERT"), ("a6.house.test", "A6"), ("sink.house.test", "SINK"),
      ("apl.house.test", "APL"), ("ipseckey.house.test", "IPSECKEY"),
      ("dhcid.house.test", "DHCID"), ("smimea.house.test", "SMIMEA"), ("hip.house.test", "HIP"),
      ("ninfo.house.test", "NINFO"), ("rkey.house.test", "RKEY"),
      ("talink.house.test", "TALINK"), ("cds.house.test", "CDS"),
      ("cdnskey.house.test", "CDNSKEY"), ("openpgpkey.house.test", "OPENPGPKEY"),
      ("csync.house.test", "CSYNC"), ("zonemd.house.test", "ZONEMD"), ("spf.house.test", "SPF"),
      ("nid.house.test", "NID"), ("l32.house.test", "L32"), ("l64.house.test", "L64"),
      ("lp.house.test", "LP"), ("eui48.house.test", "EUI48"), ("eui64.house.test", "EUI64"),
      ("uri.house.test", "URI"), ("avc.house.test", "AVC"), ("doa.house.test", "DOA"),
      ("amtrelay.house.test", "AMTRELAY"), ("ta.house.test", "TA"), ("dlv.house.test", "DLV"),
      ("null.house.test", "NULL"),
    ])
    func `what dig says, homenet says`(name: String, type: String) throws {
      for server in ["127.0.53.5", "127.0.53.3"] {
        let (report, _) = try Self.ask(name, type, "@\(server)")
        let answer = try #require(report.servers.array.first?.answers.array.first)
        let ours = answer.records.array.map { record in
          "\(record.name.string ?? "") \(record.type.string ?? "") \(record.data.string ?? "")"
        }
        let dig = try NameServerLab.lines(
          "dig",
          ["+noall", "+answer", "+comments", "+nosplit", "@\(server)", name, type]
        )
        let theirs = dig.filter { !$0.hasPrefix(";") }.map { line in
          // NAME TTL CLASS TYPE DATA
          let words = line.split(maxSplits: 4, whereSeparator: \.isWhitespace).map(String.init)
          return words.count == 5 ? "\(words[0]) \(words[3]) \(words[4])" : line
        }
        let header = dig.first { $0.contains("status:") } ?? "no header"
        let isSameStatus = header.contains("status: \(answer.status.string ?? "-"),")
        let spaced = (ours.map(Self.spaced).sorted(), theirs.map(Self.spaced).sorted())
        try ComparisonRows.add(
          Row(
            name: name,
            type: type,
            server: server,
            status: answer.status.string,
            isRight: spaced.0 == spaced.1 && isSameStatus,
            isSameSpacing: ours.sorted() == theirs.sorted(),
            ours: ours,
            dig: theirs
          ),
          to: "dns"
        )
        #expect(spaced.0 == spaced.1, "\(server)")
        #expect(isSameStatus, "\(server): \(header)")
      }
    }

    /// One space between words: dig aligns some.
    private static func spaced(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test func `an address is asked for its name`() throws {
      let (report, status) = try Self.ask("192.0.2.25", "@127.0.53.5")
      #expect(status == 0)
      #expect(report.kind.string == "address")
      #expect(report.asked.string == "25.2.0.192.in-addr.arpa.")
      let answer = try #require(report.servers.array.first?.answers.array.first)
      #expect(answer.records.array.map(\.data.string) == ["mail.house.test."])
    }

    @Test func `a name in another script goes as ASCII, and comes back`() throws {
      let (report, status) = try Self.ask("Bu\u{308}cher.house.test", "A", "@127.0.53.5")
      #expect(status == 0)
      #expect(report.asked.string == "xn--bcher-kva.house.test.")
      #expect(report.unicode.string == "bücher.house.test")
      let ending = try Command("dns", "bücher.house.test", "A", "@127.0.53.5").run()
      #expect(ending.lines.first == "bücher.house.test (xn--bcher-kva.house.test)")
      #expect(ending.output.contains("192.0.2.77"))
    }

    @Test(arguments: ["tcp", "tls", "https"])
    func `every transport brings the same`(transport: String) throws {
      let authority = NameServerLab.folder.appending(path: "certificate.pem").path
      let server = transport == "https" ? "@https://127.0.53.5/dns-query" : "@127.0.53.5"
      let trust = transport == "tcp" ? [] : ["--ca-file", authority]
      let (report, status) = try Self.ask(
        ["house.test", "MX", "TXT", server, "--\(transport)"] + trust
      )
      #expect(status == 0)
      let answers = try #require(report.servers.array.first).answers.array
      #expect(answers.map(\.transport.string) == [transport, transport])
      #expect(answers.map { $0.records.array.count } == [2, 2])
    }

    @Test(arguments: ["tls", "https"])
    func `who can't show who it is isn't believed`(transport: String) throws {
      let server = "@\(transport)://127.0.53.5" + (transport == "https" ? "/dns-query" : "")
      let (report, status) = try Self.ask("house.test", "A", server)
      #expect(status == 1)
      let answer = try #require(report.servers.array.first?.answers.array.first)
      #expect(answer.outcome.string == "untrusted", "\(answer)")
      #expect(answer.records.array.isEmpty)
      let (trusting, _) = try Self.ask("house.test", "A", server, "--insecure")
      #expect(trusting.servers.array.first?.answers.array.first?.outcome.string == "records")
    }

    @Test func `a certificate for another name isn't believed`() throws {
      let authority = NameServerLab.folder.appending(path: "certificate.pem").path
      let named = { (name: String) in
        try Self.ask("house.test", "A", "@tls://127.0.53.8\(name)", "--ca-file", authority)
      }
      #expect(try named("#dns.house.test").status == 0)
      for name in ["", "#dns.other.test"] {
        let (report, status) = try named(name)
        #expect(status == 1)
        let answer = try #require(report.servers.array.first?.answers.array.first)
        #expect(answer.outcome.string == "untrusted", "\(answer)")
      }
    }

    @Test func `a certificate for the address alone isn't believed where a name is given`() throws {
      let authority = NameServerLab.folder.appending(path: "certificate.pem").path
      let (report, status) = try Self.ask(
        "house.test",
        "A",
        "@tls://127.0.53.5#dns.other.test",
        "--ca-file",
        authority
      )
      #expect(status == 1)
      let answer = try #require(report.servers.array.first?.answers.array.first)
      #expect(answer.outcome.string == "untrusted", "\(answer)")
      #expect(answer.because.string?.contains("dns.house.test") == true, "\(answer.because)")
      let named = try Self.ask(
        "house.test",
        "A",
        "@tls://127.0.53.5#dns.house.test",
        "--ca-file",
        authority
      )
      #expect(named.status == 0)
    }

    @Test func `named, which never says goodbye within TLS, isn't waited for`() throws {
      let server = "@tls://127.0.53.3"
      var seconds = Double.infinity
      // NIOSSL would wait for five, each time; a loaded machine needs as long now and then.
      for _ in 0..<4 where seconds >= 5 {
        let ending = try Command("dns", "house.test", "A", server, "--insecure").run()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.output.contains("192.0.2.1"))
        seconds = ending.seconds
      }
      #expect(seconds < 5)
    }

    @Test func `a referral is no answer that there is none`() throws {
      let (report, status) = try Self.ask("www.house.test", "A", "@127.0.53.2", "--no-recursion")
      #expect(status == 1)
      let answer = try #require(report.servers.array.first?.answers.array.first)
      #expect(answer.outcome.string == "referral", "\(answer)")
      #expect(
        answer.because.string
          == "it doesn't know, and refers to the servers of house.test.: ns.house.test."
      )
      let (none, _) = try Self.ask("house.test", "LOC", "@127.0.53.3", "--no-recursion")
      #expect(none.servers.array.first?.answers.array.first?.outcome.string == "no_data")
      let ending = try Command("dns", "www.house.test", "A", "@127.0.53.2").run()
      #expect(ending.output.contains("refers to the servers of house.test."), "\(ending.output)")
    }

    @Test func `what doesn't fit into a datagram comes by TCP`() throws {
      let (report, _) = try Self.ask("big.house.test", "TXT", "@127.0.53.3")
      let answer = try #require(report.servers.array.first?.answers.array.first)
      #expect(answer.truncated.bool == true && answer.transport.string == "tcp")
      #expect(answer.records.array.count == 60 && (answer.bytes.number ?? 0) > 1232)
    }

    @Test func `several servers stand side by side, with what differs`() throws {
      let (report, status) = try Self.ask(
        "www.house.test",
        "A",
        "AAAA",
        "@127.0.53.5",
        "@127.0.53.3",
        "@127.0.53.7",
        "@127.0.53.6"
      )
      #expect(status == 0)
      #expect(report.servers.array.count == 4)
      let differences = report.differences.array
      #expect(differences.map(\.type.string) == ["A", "AAAA"])
      let groups = try #require(differences.first).groups.array
      #expect(groups.first?.servers.array.count == 3)
      #expect(groups.first?.records.array.map(\.string) == ["192.0.2.80", "192.0.2.81"])
      #expect(groups.last?.servers.array.map(\.string) == ["127.0.53.7"])
      #expect(groups.last?.records.array.map(\.string) == ["192.0.2.66"])
      #expect(differences.last?.groups.array.last?.outcome.string == "no_data")
      let ending = try Command("dns", "www.house.test", "A", "@127.0.53.5", "@127.0.53.7").run()
      #expect(ending.output.contains("A differs: "))
      #expect(ending.output.contains("127.0.53.7 says 192.0.2.66"), "\(ending.output)")
    }

    @Test func `nobody there is told apart from silence, and from this machine's own failure`()
      throws
    {
      let (closed, status) = try Self.ask("house.test", "A", "@127.0.53.4")
      #expect(status == 1)
      let answer = try #require(closed.servers.array.first?.answers.array.first)
      #expect(answer.outcome.string == "port_closed")
      let silent = try SilentPort()
      let (silence, silenceStatus) = try Self.ask(
        "house.test",
        "A",
        "@127.0.0.1:\(silent.port)",
        "--timeout",
        "100ms",
        "--tries",
        "3"
      )
      #expect(silenceStatus == 1)
      let quiet = try #require(silence.servers.array.first?.answers.array.first)
      #expect(quiet.outcome.string == "timeout" && quiet.tries.number == 3)
      let own = try Command("dns", "house.test", "@192.0.2.1").run()
      #expect(own.status == 3)
      #expect(own.errors.contains("no route"), "\(own.errors)")
    }

    @Test func `a resolver says why it refuses`() throws {
      let (report, status) = try Self.ask("expired.test", "A", "@127.0.53.5")
      #expect(status == 1)
      let answer = try #require(report.servers.array.first?.answers.array.first)
      #expect(answer.outcome.string == "error" && answer.status.string == "SERVFAIL")
      let error = try #require(answer.errors.array.first)
      #expect(error.name.string != nil)
      #expect(answer.because.string?.contains("SERVFAIL (") == true)
    }

    @Test func `a home's own names come from the home's resolver`() throws {
      let (report, status) = try Self.ask("nas.lan", "A", "@127.0.53.6", "@127.0.53.5")
      #expect(status == 0)
      let outcomes = report.servers.array.map { $0.answers.array.first?.outcome.string }
      #expect(outcomes == ["records", "no_such_name"])
    }

    @Test func `Ctrl-C gives what was found`() throws {
      let silent = try SilentPort()
      var command = Command()
      command.arguments = [
        "dns", "house.test", "A", "@127.0.53.3", "@127.0.0.1:\(silent.port)", "--timeout", "30s",
        "--format", "json",
      ]
      let ending = try command.run(signal: SIGINT, after: 3)
      // Not every server has answered.
      #expect(ending.status == 1, "\(ending.errors)")
      #expect(ending.seconds < 20, "not the thirty that the silent server is given")
      let report = try JSON(parsing: ending.output)
      #expect(report.interrupted.bool == true)
      let outcomes = report.servers.array.map { $0.answers.array.first?.outcome.string }
      #expect(outcomes == ["records", "cancelled"])
      #expect(try JSONSchema("homenet.dns-1.json").violations(in: ending.output) == [])
    }

    @Test(arguments: [
      ["dns"], ["dns", "@127.0.0.1"], ["dns", "a..b"], ["dns", "house.test", "NIX", "A"],
      ["dns", "house.test", "--tcp", "--tls"], ["dns", "a", "@ftp://127.0.0.1"],
      ["dns", "a", "--root", "127.0.0.1"], ["dns", "a", "--trace", "--root", "x"],
      ["dns", "a", "--trace", "@127.0.0.1"], ["dns", "a", "OPT", "@127.0.0.1"],
      ["dns", "a", "--timeout", "0", "@127.0.0.1"], ["dns", "bü cher.de", "@127.0.0.1"],
    ])
    func `a mistake is one clear line`(arguments: [String]) throws {
      var command = Command()
      command.arguments = arguments
      let ending = try command.run()
      #expect(ending.status == 2, "\(ending.errors)")
      #expect(ending.errors.split(separator: "\n").count == 1)
    }
  }
}

/// A port that takes datagrams and says nothing.
final class SilentPort {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    try #require(bound)
  }

  deinit { close(descriptor) }
}
