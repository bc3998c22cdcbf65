import Diagnostics
import Testing
import Wire

/// Signatures beside the right one that nobody rightly made (RFC 4035, section 5.3.3: one is
/// enough).
@Suite("Forged signatures") struct ForgedSignatureTests {
  private let names = SignedWorld.names

  /// Puts copies of the signatures, each with another signer, before and behind all else.
  private static func forge(_ signers: [DNSName], _ records: inout [DNSRecord]) {
    let forged = records.flatMap { record -> [DNSRecord] in
      guard case .rrsig(let signature) = record.data else { return [] }
      return signers.map { signer in
        var signature = signature
        signature.signer = signer
        signature.signature[0] ^= 1
        return DNSRecord(record.name, .rrsig(signature), ttl: record.ttl)
      }
    }
    records = forged + records + forged
  }

  static let signers: [[DNSName]] = [
    [SignedWorld.names.www], [SignedWorld.names.test], [.root], [name("other.test")],
    [SignedWorld.names.www, SignedWorld.names.test, .root, name("other.test")],
  ]

  @Test(arguments: signers)
  func `They don't spoil the one that is good`(_ signers: [DNSName]) async throws {
    var world = try SignedWorld()
    world.alter = { name, type, message in
      if name == SignedWorld.names.www, type == .a { Self.forge(signers, &message.answers) }
    }
    let report = try await world.validate()
    #expect(report.state == .secure, "\(report.reason ?? "")")
    #expect(report.answers.first?.zone == names.example)
    // Who is made up is not asked for.
    #expect(report.effort.questions == 6)
    #expect(report.effort.signatures == 6)
  }

  @Test(arguments: signers, DenialTests.denials)
  func `Nor a denial`(_ signers: [DNSName], _ denial: SignedZone.Denial) async throws {
    var world = try SignedWorld(denial: denial)
    world.alter = { _, type, message in
      if type == .aaaa { Self.forge(signers, &message.authorities) }
    }
    for missing in [names.www, name("nothing.example.test")] {
      let report = try await world.validate(missing, .aaaa)
      #expect(report.state == .secure, "\(report.reason ?? "")")
      #expect(report.answers.first?.zone == names.example)
    }
  }

  @Test func `Very many by others leave time for the one that is good`() async throws {
    var world = try SignedWorld()
    world.alter = { name, type, message in
      let others = Array(repeating: SignedWorld.names.test, count: 200)
      if name == SignedWorld.names.www, type == .a { Self.forge(others, &message.answers) }
    }
    let report = try await world.validate()
    #expect(report.state == .secure, "\(report.reason ?? "")")
    #expect(report.effort.signatures == 6)
  }

  @Test(arguments: signers)
  func `Without the good one all is bogus`(_ signers: [DNSName]) async throws {
    var world = try SignedWorld()
    world.alter = { name, type, message in
      guard name == SignedWorld.names.www, type == .a else { return }
      Self.forge(signers, &message.answers)
      message.answers.removeAll { record in
        guard case .rrsig(let signature) = record.data else { return false }
        return signature.signer == SignedWorld.names.example
      }
    }
    let report = try await world.validate()
    #expect(report.state == .bogus)
    #expect(report.links.map(\.state) == [.secure, .secure, .secure])
  }

  @Test func `Where nothing is signed they mean nothing`() async throws {
    for signer in [names.example, names.test, .root, names.www] {
      var world = try SignedWorld(exampleKey: nil)
      world.alter = { [test = world.test] name, type, message in
        guard name == SignedWorld.names.www, type == .a else { return }
        message.answers = test.signed(message.answers)
        for index in message.answers.indices {
          guard case .rrsig(var signature) = message.answers[index].data else { continue }
          signature.signer = signer
          signature.signature[0] ^= 1
          message.answers[index].data = .rrsig(signature)
        }
      }
      let report = try await world.validate()
      #expect(report.state == .insecure, "\(signer): \(report.reason ?? "")")
    }
  }

  @Test func `A wildcard's spoilt signature is not excused by opt-out`() async throws {
    for optOut in [true, false] {
      var world = try SignedWorld()
      world.example.denial = .hashed(iterations: 0, salt: [], optOut: optOut)
      world.alter = { _, type, message in
        if type == .a { message.answers[0].data = .a(IPv4Address(203, 0, 113, 1)) }
      }
      let report = try await world.validate(name("x.wild.example.test"))
      #expect(report.state == .bogus)
      #expect(report.reason?.contains("does not fit the records") == true)
    }
  }

  @Test func `A made-up signer at every label costs a bounded number of questions`() async throws {
    let labels = (0..<100).map { _ in Array("a".utf8) }
    let long = try #require(DNSName(labels: labels)?.inside(names.example))
    var world = try SignedWorld()
    world.example.add(long, .a(.any))
    world.alter = { [zone = world.example] name, type, message in
      guard type == .a else { return }
      message.answers.removeAll { $0.type == .rrsig }
      var forged = zone.signed(message.answers)
      Self.forge((0...102).map { name.suffix(labels: $0) }, &forged)
      message.answers = forged.filter { record in
        guard case .rrsig(let signature) = record.data else { return true }
        return signature.signer != SignedWorld.names.example
      }
    }
    let report = try await world.validate(long)
    #expect(report.state != .secure && report.state != .insecure)
    #expect(report.effort.questions <= ValidationLimits().questions)
    #expect(report.effort.signatures <= ValidationLimits().signatures)
  }
}
