import Diagnostics
import Foundation
import LinuxNetwork
import Testing
import Wire

/// The same questions to the same zones, made by BIND's tools and served by named, asked by delv and
/// by the validator.
@Suite(
  "DNSSEC beside delv",
  .serialized,
  .enabled(if: SignedZonesLab.isPossible, "needs bind9, bind9-dnsutils and scripts/sealed.sh")
)
struct DelvTests {
  /// Where the two differ on purpose.
  private static let differences: [String: DNSSECReport.State] = [
    // Signatures with SHA-1, and Ed448, which the library lacks: not followed.
    "rsasha1": .insecure,
    "ed448": .insecure,
    // Opt-out proves of a name only that nothing signed is there (RFC 5155, section 9.2); delv
    // calls that validated.
    "nx.optout": .insecure,
    "gone.optout": .insecure,
    "x.y.optout": .insecure,
    "x.deep.er.down.optout": .insecure,
    "b.wild.optout MX": .insecure,
    "child.optout DS": .insecure,
    "above.optout": .insecure,
    // delv follows more iterations of a denial.
    "nx.more": .insecure,
    "y.wild.more": .insecure,
    "www.more TXT": .insecure,
  ]

  private static let zones = [
    "p256", "p384", "ed25519", "ed448", "rsa256", "rsa512", "rsasha1", "hashed", "optout", "most",
    "more", "expired", "future", "altered", "stripped", "gaps", "gaps3", "wrongds", "otherds",
    "nokeys", "island", "unsigned", "sha384ds", "sha1ds", "twods",
  ]

  @Test func `Both say the same of every zone`() async throws {
    let lab = try SignedZonesLab()
    var compared: [DNSSECReport.State: Int] = [:]
    for zone in Self.zones {
      for question in ["www A", "www TXT", "nx A", "y.wild A"] {
        try await compare(question, in: zone, lab, &compared)
      }
    }
    let more = [
      "@ MX", "@ TXT", "@ CAA", "@ HTTPS", "@ SOA", "@ NS", "@ DNSKEY", "@ DS", "@ A", "www AAAA",
      "alias A", "gone A", "away A", "out A", "www.tree A", "nx.tree A", "www.tree CNAME",
      "above A", "_sip._udp SRV",
      "sip NAPTR", "strange TYPE4711", "er.down A", "down TXT", "x.deep.er.down A", "x.wild A",
      "x.wild TXT", "a.b.wild A", "b.wild MX", "q.star A", "child NS", "child DS", "x.y A",
    ]
    for zone in ["p256", "hashed", "optout"] {
      for question in more { try await compare(question, in: zone, lab, &compared) }
    }
    for zone in ["p256", "hashed", "optout", "unsigned", "ed25519"] {
      for question in ["www.child A", "nx.child A"] {
        try await compare(question, in: zone, lab, &compared)
      }
    }
    for question in [
      "www.gaps.test A", "sip.gaps.test NAPTR", "nx.test A", "www.test A", ". DNSKEY",
    ] {
      try await compare(question, in: nil, lab, &compared)
    }
    #expect(compared[.secure, default: 0] > 60)
    #expect(compared[.insecure, default: 0] > 30)
    #expect(compared[.bogus, default: 0] > 20)
  }

  @Test func `The broken link is named`() async throws {
    let lab = try SignedZonesLab()
    for (name, part) in [
      ("www.expired.test", "the signature of expired.test DNSKEY by key"),
      ("www.expired.test", "expired on 2020-02-01T00:00:00Z"),
      ("www.future.test", "is not valid before 2040-01-01T00:00:00Z"),
      ("www.altered.test", "the signature of www.altered.test A by key"),
      ("www.altered.test", "does not fit the records"),
      ("www.stripped.test", "www.stripped.test A is not signed, though its zone stripped.test is"),
      ("www.wrongds.test", "the zone wrongds.test: the parent's DS names another key"),
      ("www.otherds.test", "the zone otherds.test: the parent's DS names key"),
      ("www.nokeys.test", "but no DNSKEY set is there"),
    ] {
      let report = await lab.validate(fixture(name), .a)
      #expect(report.state == .bogus)
      #expect(
        report.brokenLink?.words.lowercased().contains(part.lowercased()) == true,
        "\(report.reason ?? "")"
      )
    }
  }

  private func compare(
    _ question: String,
    in zone: String?,
    _ lab: SignedZonesLab,
    _ compared: inout [DNSSECReport.State: Int]
  ) async throws {
    let words = question.split(separator: " ").map(String.init)
    let name = zone.map { words[0] == "@" ? "\($0).test" : "\(words[0]).\($0).test" } ?? words[0]
    let type = try #require(DNSType(named: words[1]))
    let report = await lab.validate(fixture(name), type)
    compared[report.state, default: 0] += 1
    let short = "\(name)".replacing(".test", with: "")
    let expected =
      Self.differences["\(short) \(words[1])"] ?? Self.differences[short]
      ?? Self.differences[zone ?? ""]
    let delv = try lab.delv(name, words[1])
    if let expected {
      #expect(report.state == expected, "\(name) \(words[1]): \(report.reason ?? "")")
    } else {
      #expect(
        report.state == delv.state,
        "\(name) \(words[1]): \(report.reason ?? "no reason"); delv: \(delv.text)"
      )
    }
  }
}

/// `name`, where a variable has taken the word.
private func fixture(_ text: String) -> DNSName { name(text) }

/// `Tests/Lab/signed-zones`, running.
final class SignedZonesLab {
  private let process = Process()
  private let input = Pipe()
  private let directory: URL
  private let source: ServerRecordSource
  private let anchors: TrustAnchors

  static let isPossible =
    ProcessInfo.processInfo.environment["HOMENET_SEALED"] != nil
    && FileManager.default.isExecutableFile(atPath: "/usr/sbin/named")
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/delv")

  struct NotReady: Error { var log: String }

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID().uuidString)")
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    process.executableURL = root.appending(path: "Lab/signed-zones")
    process.arguments = [directory.path]
    // It ends when this pipe does: signals are blocked in what a thread of the pool starts.
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let ready = directory.appending(path: "ready").path
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(60)
    while process.isRunning, clock.now < deadline, !FileManager.default.fileExists(atPath: ready) {
      Thread.sleep(forTimeInterval: 0.02)
    }
    guard FileManager.default.fileExists(atPath: ready) else {
      let log = try? String(contentsOf: directory.appending(path: "named.log"), encoding: .utf8)
      try? input.fileHandleForWriting.close()
      throw NotReady(log: log ?? "no log")
    }
    let file = directory.appending(path: "anchors")
    anchors = try TrustAnchors(parsing: String(contentsOf: file, encoding: .utf8))
    let server = DNSServer(Endpoint(.v4(IPv4Address(127, 0, 54, 1)), port: 5300))
    source = ServerRecordSource(server, by: DNSClient([server]))
  }

  deinit {
    try? input.fileHandleForWriting.close()
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(10)
    while process.isRunning, clock.now < deadline { Thread.sleep(forTimeInterval: 0.01) }
    try? FileManager.default.removeItem(at: directory)
  }

  func validate(_ name: DNSName, _ type: DNSType) async -> DNSSECReport {
    await DNSSECValidator(source: source, anchors: anchors).validate(name, type, at: .now)
  }

  /// What delv says.
  func delv(_ name: String, _ type: String) throws -> (state: DNSSECReport.State, text: String) {
    let delv = Process()
    delv.executableURL = URL(filePath: "/usr/bin/delv")
    delv.currentDirectoryURL = directory
    delv.arguments = [
      "@127.0.54.1", "-p", "5300", "-a", "anchors.conf", "+root=.", name, type,
    ]
    let pipe = Pipe()
    delv.standardOutput = pipe
    delv.standardError = pipe
    try delv.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    delv.waitUntilExit()
    let failure = text.split(separator: "\n").first { $0.contains(";; resolution failed:") }
    if let failure, !failure.contains("ncache") { return (.bogus, text) }
    if text.contains("unsigned answer") || text.contains("response, unsigned") {
      return (.insecure, text)
    }
    return (text.contains("fully validated") ? .secure : .indeterminate, text)
  }
}
