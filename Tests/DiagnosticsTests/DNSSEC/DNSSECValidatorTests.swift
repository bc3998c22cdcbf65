import Diagnostics
import Model
import Testing
import Wire

@Suite("DNSSEC") struct DNSSECValidatorTests {
  private let names = SignedWorld.names

  @Test func `A signed answer is secure, link by link`() async throws {
    let world = try SignedWorld()
    let report = try await world.validate()
    #expect(report.state == .secure)
    #expect(report.reason == nil)
    #expect(report.brokenLink == nil)
    #expect(report.anchor == .root)
    #expect(report.links.map(\.zone) == [.root, names.test, names.example])
    #expect(report.links.map(\.state) == [.secure, .secure, .secure])
    #expect(report.links[2].signers.map(\.keyTag) == [world.example.keys[0].tag])
    #expect(report.links[2].keys == [world.example.keys[0].record])
    #expect(report.links[2].signedBy?.tag == world.example.keys[0].tag)
    let answer = try #require(report.answers.first)
    #expect(answer.name == names.www && answer.type == .a && !answer.isDenial)
    #expect(answer.zone == names.example)
    #expect(answer.signedBy?.algorithm == .ed25519)
    #expect(answer.inception == Timestamp("2026-11-22T09:00:00Z"))
    #expect(answer.expiration == Timestamp("2026-11-23T10:00:00Z"))
    #expect(report.effort.signatures == 6)
    #expect(report.effort.questions == 6)
  }

  @Test func `Every algorithm that is followed is`() async throws {
    let keys: [SigningKey] = [
      .ed25519(), .p256(), .p384(), try .rsa(.rsaSHA256), try .rsa(.rsaSHA512),
    ]
    for key in keys {
      let report = try await SignedWorld(exampleKey: key).validate()
      #expect(report.state == .secure, "\(key.record.algorithm): \(report.reason ?? "")")
      #expect(report.answers[0].signedBy?.algorithm == key.record.algorithm)
    }
  }

  @Test(arguments: [DNSSECDigestType.sha1, .sha256, .sha384])
  func `Every digest is followed`(_ digest: DNSSECDigestType) async throws {
    let key = SigningKey.ed25519()
    var world = try SignedWorld(exampleKey: key)
    world.test = SignedZone(names.test, world.test.keys[0])
    world.test.delegate(names.example, [try key.delegation(of: names.example, digest)])
    #expect(try await world.validate().state == .secure)
  }

  @Test func `A key-signing key and a zone-signing key share the work`() async throws {
    let (entry, daily) = (SigningKey.p256(), SigningKey.p256(flags: 256))
    var world = try SignedWorld(exampleKey: entry)
    world.example.keys = [entry, daily]
    world.example.signers = [daily]
    let report = try await world.validate()
    #expect(report.state == .secure)
    #expect(report.links[2].signedBy?.tag == entry.tag)
    #expect(report.answers[0].signedBy?.tag == daily.tag)
  }

  @Test func `An alias and what it leads to are both validated`() async throws {
    let report = try await SignedWorld().validate(name("alias.example.test"))
    #expect(report.state == .secure)
    #expect(report.answers.map(\.type) == [.cname, .a])
    #expect(report.answers.map(\.name) == [name("alias.example.test"), names.www])
  }

  @Test func `An alias that never ends is given up`() async throws {
    var world = try SignedWorld()
    world.example.add(name("loop.example.test"), .cname(name("loop.example.test")))
    let report = try await world.validate(name("loop.example.test"))
    #expect(report.state == .indeterminate)
    #expect(report.reason?.contains("more than 12 times") == true)
  }

  @Test func `A zone's keys, and what its parent says of them, can be asked for`() async throws {
    let world = try SignedWorld()
    let keys = try await world.validate(names.example, .dnskey)
    #expect(keys.state == .secure)
    let signers = try await world.validate(names.example, .ds)
    #expect(signers.state == .secure)
    #expect(signers.answers[0].zone == names.test)
    #expect(signers.links.map(\.zone) == [.root, names.test])
  }

  @Test func `Without a trust anchor nothing can be told`() async throws {
    var elsewhere = TrustAnchors()
    elsewhere.add(try SigningKey.ed25519().delegation(of: name("org")), for: name("org"))
    let report = try await SignedWorld().validate(anchors: elsewhere)
    #expect(report.state == .indeterminate)
    #expect(report.anchor == nil)
    #expect(report.reason == "no trust anchor stands above www.example.test")
  }

  @Test func `A trust anchor further down is where the chain begins`() async throws {
    let world = try SignedWorld()
    var anchors = TrustAnchors.iana
    anchors.add(try world.example.keys[0].delegation(of: names.example), for: names.example)
    let report = try await world.validate(anchors: anchors)
    #expect(report.state == .secure)
    #expect(report.links.map(\.zone) == [names.example])
  }

  @Test func `A server that hands out no signatures says nothing`() async throws {
    var world = try SignedWorld()
    world.alter = { _, _, message in
      message.answers.removeAll { $0.type == .rrsig }
      message.authorities = []
    }
    let report = try await world.validate()
    #expect(report.state == .indeterminate)
    #expect(report.reason?.contains("hands out none") == true)
  }

  @Test(arguments: [UInt8(2), 5]) func `A failure is no answer`(_ code: UInt8) async throws {
    var world = try SignedWorld()
    world.alter = { _, type, message in
      if type == .dnskey { message.flags.responseCode = code }
    }
    let report = try await world.validate()
    #expect(report.state == .indeterminate)
    #expect(report.reason?.contains(code == 2 ? "SERVFAIL" : "REFUSED") == true)
  }

  @Test func `An answer that was there already is not asked for again`() async throws {
    let world = try SignedWorld()
    let source = MemorySource(world: world)
    let answer = try await source.answer(names.www, .a)
    let report = await DNSSECValidator(source: source, anchors: try world.anchors)
      .validate(names.www, .a, at: SignedZone.now, answer: answer)
    #expect(report.state == .secure)
    #expect(report.effort.questions == 5)
  }
}
