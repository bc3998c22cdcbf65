import Diagnostics
import Testing
import Wire

/// Proofs that something is not there, by NSEC and by NSEC3.
@Suite("Denial of existence") struct DenialTests {
  private let names = SignedWorld.names
  static let denials: [SignedZone.Denial] = [
    .plain,
    .hashed(iterations: 0, salt: [], optOut: false),
    .hashed(iterations: 12, salt: [0xAA, 0xBB, 0xCC, 0xDD], optOut: false),
  ]
  /// What is not there: names, types, below and above what is, beside and under wildcards.
  static let absences: [(String, DNSType)] = [
    ("nothing.example.test", .a), ("a.nothing.example.test", .a), ("www.example.test", .aaaa),
    ("zzz.example.test", .a), ("0.example.test", .aaaa), ("b.c.example.test", .a),
    ("x.wild.example.test", .aaaa), ("x.y.wild.example.test", .txt), ("example.test", .a),
    ("x.www.example.test", .a), ("sibling.test", .a), ("nowhere", .a), ("www.example.test", .ds),
  ]

  @Test(arguments: denials) func `What is not there is denied securely`(
    _ denial: SignedZone.Denial
  ) async throws {
    let world = try SignedWorld(denial: denial)
    for (text, type) in Self.absences {
      let report = try await world.validate(name(text), type)
      #expect(report.state == .secure, "\(text) \(type): \(report.reason ?? "")")
      #expect(report.answers.map(\.isDenial) == [true])
      #expect(report.answers.first?.signedBy != nil)
    }
  }

  @Test(arguments: denials) func `A proof that is left out is missed`(
    _ denial: SignedZone.Denial
  ) async throws {
    for (text, type) in Self.absences where text.hasSuffix("example.test") && type != .ds {
      var world = try SignedWorld(denial: denial)
      world.alter = { _, asked, message in if asked == type { message.authorities = [] } }
      let report = try await world.validate(name(text), type)
      #expect(report.state == .bogus, "\(text) \(type)")
      #expect(report.reason?.contains("no proof that") == true)
    }
  }

  @Test(arguments: denials) func `Each record of a proof is needed`(
    _ denial: SignedZone.Denial
  ) async throws {
    for (text, type) in Self.absences where text.hasSuffix("example.test") && type != .ds {
      let whole = try SignedWorld(denial: denial)
      let proof = whole.example.answer(name(text), type).authorities.filter { $0.type != .rrsig }
      for gone in Set(proof.map(\.name)) {
        var world = whole
        world.alter = { _, asked, message in
          if asked == type { message.authorities.removeAll { $0.name == gone } }
        }
        #expect(
          try await world.validate(name(text), type).state == .bogus,
          "\(text) without \(gone)"
        )
      }
    }
  }

  @Test(arguments: denials) func `Another name's proof proves nothing`(
    _ denial: SignedZone.Denial
  ) async throws {
    var world = try SignedWorld(denial: denial)
    world.example.add(name("m.example.test"), .a(.any))
    let asked = name("b.example.test")
    let proof: @Sendable (DNSName) -> [DNSRecord] = { [zone = world.example] name in
      zone.answer(name, .a).authorities
    }
    let owners = { (name: DNSName) in
      Set(proof(name).filter { $0.type == .nsec || $0.type == .nsec3 }.map(\.name))
    }
    // Hashes put names anywhere: one whose proof happens to hold the other's is no other's.
    let others = (0..<40).map { name("z\($0).example.test") }
      .filter { !owners(asked).isSubset(of: owners($0)) }
    #expect(others.count > 10)
    for other in others {
      world.alter = { name, type, message in
        if type == .a, name == asked { message.authorities = proof(other) }
      }
      let report = try await world.validate(asked)
      #expect(report.state == .bogus, "\(other)")
      #expect(report.reason?.contains("leaves a gap") == true)
    }
  }

  @Test(arguments: denials) func `A name that is there is not denied`(
    _ denial: SignedZone.Denial
  ) async throws {
    for code: UInt8 in [0, 3] {
      var world = try SignedWorld(denial: denial)
      world.alter = { [zone = world.example] asked, type, message in
        guard type == .a else { return }
        message = zone.answer(asked, .aaaa)
        message.flags.responseCode = code
      }
      let report = try await world.validate()
      #expect(report.state == .bogus)
      #expect(report.reason?.contains("leaves a gap") == true)
    }
  }

  @Test(arguments: denials) func `A wildcard's answer comes with its proof`(
    _ denial: SignedZone.Denial
  ) async throws {
    var world = try SignedWorld(denial: denial)
    for text in ["x.wild.example.test", "x.y.wild.example.test"] {
      let report = try await world.validate(name(text))
      #expect(report.state == .secure, "\(report.reason ?? "")")
      #expect(report.answers.first?.wildcard == name("*.wild.example.test"))
      #expect(report.answers.first?.isDenial == false)
    }
    world.alter = { _, type, message in if type == .a { message.authorities = [] } }
    let report = try await world.validate(name("x.wild.example.test"))
    #expect(report.state == .bogus)
    #expect(
      report.reason == "x.wild.example.test A comes from a wildcard of example.test, without the"
        + " proof that no closer name is there"
    )
  }

  @Test func `A zone that is not signed is insecure by its parent's proof`() async throws {
    for denial in Self.denials {
      let world = try SignedWorld(exampleKey: nil, denial: denial)
      let report = try await world.validate()
      #expect(report.state == .insecure)
      #expect(
        report.reason
          == "test proves that its child zone example.test has no DS: it is not signed"
      )
      #expect(report.links.map(\.state) == [.secure, .secure, .insecure])
      #expect(try await world.validate(name("nothing.example.test")).state == .insecure)
    }
  }

  @Test func `Opt-out leaves unsigned zones out, and what lies there insecure`() async throws {
    let denial = SignedZone.Denial.hashed(iterations: 0, salt: [], optOut: true)
    let unsigned = try SignedWorld(exampleKey: nil, denial: denial)
    let report = try await unsigned.validate()
    #expect(report.state == .insecure)
    #expect(report.reason?.contains("opt-out") == true)
    let signed = try SignedWorld(denial: denial)
    #expect(try await signed.validate().state == .secure)
    #expect(try await signed.validate(name("gone.test")).state == .insecure)
    #expect(try await signed.validate(names.www, .aaaa).state == .secure)
  }

  @Test func `Opt-out leaves out names that stand only above unsigned zones`() async throws {
    let above = name("above.test")
    for (optOut, state) in [(true, DNSSECReport.State.insecure), (false, .secure)] {
      var world = try SignedWorld(denial: .hashed(iterations: 0, salt: [], optOut: optOut))
      world.test.delegate(name("unsigned.above.test"))
      let report = try await world.validate(above)
      #expect(report.state == state, "\(report.reason ?? "")")
      #expect(report.answers.map(\.isDenial) == [true])
    }
  }

  @Test func `Without opt-out a name that isn't there is not said to have no records`() async throws
  {
    // A server that says that there is no such name, as if there were one.
    for optOut in [true, false] {
      var world = try SignedWorld(denial: .hashed(iterations: 0, salt: [], optOut: optOut))
      world.alter = { _, type, message in
        if type == .a { message.flags.responseCode = 0 }
      }
      let report = try await world.validate(name("nothing.test"))
      #expect(report.state == (optOut ? .insecure : .bogus), "\(report.reason ?? "")")
    }
  }

  @Test func `Opt-out doesn't hide what a wildcard has`() async throws {
    var world = try SignedWorld()
    world.example.denial = .hashed(iterations: 0, salt: [], optOut: true)
    world.alter = { [zone = world.example] asked, type, message in
      // The proof that there is no other type there, in place of the wildcard's records.
      if type == .a { message = zone.answer(asked, .aaaa) }
    }
    #expect(try await world.validate(name("x.wild.example.test")).state == .bogus)
  }

  @Test func `More iterations than are followed make a zone insecure`() async throws {
    for (iterations, state) in [(UInt16(50), DNSSECReport.State.secure), (51, .insecure)] {
      var world = try SignedWorld()
      world.example.denial = .hashed(iterations: iterations, salt: [1], optOut: false)
      let report = try await world.validate(name("nothing.example.test"))
      #expect(report.state == state)
      #expect(try await world.validate().state == .secure)
    }
  }

  @Test func `A zone of no followed algorithm is insecure`() async throws {
    for algorithm in [DNSSECAlgorithm.rsaSHA1, .rsaSHA1NSEC3, .ed448] {
      let world = try SignedWorld(exampleKey: SigningKey.ed25519().claiming(algorithm))
      let report = try await world.validate()
      #expect(report.state == .insecure)
      #expect(
        report.reason == "the zone example.test: the parent's DS names only keys that are not"
          + " followed: \(algorithm) with SHA-256"
      )
    }
  }

  @Test func `The parent's own denial says nothing of what lies below its child`() async throws {
    // NSEC at the cut says NS without SOA: it covers all below, but those names are the child's.
    var world = try SignedWorld()
    world.alter = { [zone = world.test] asked, type, message in
      guard type == .a else { return }
      message = zone.answer(name("example.test"), .aaaa)
      message.flags.responseCode = 3
    }
    #expect(try await world.validate().state == .bogus)
  }
}
