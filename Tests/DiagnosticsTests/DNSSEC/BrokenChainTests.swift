import Diagnostics
import Model
import Testing
import Wire

/// One link broken at a time: the state, and the words that name the link.
@Suite("Broken chains of trust") struct BrokenChainTests {
  private let names = SignedWorld.names

  private func expectBroken(
    _ report: DNSSECReport,
    _ type: DNSType,
    in zone: DNSName,
    _ words: String,
    _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(report.state == .bogus, sourceLocation: place)
    #expect(report.brokenLink?.zone == zone, sourceLocation: place)
    #expect(report.brokenLink?.type == type, sourceLocation: place)
    #expect(report.reason == words, sourceLocation: place)
    #expect(report.brokenLink?.words == report.reason, sourceLocation: place)
  }

  @Test func `A signature that has expired is named with its date`() async throws {
    var world = try SignedWorld()
    let tag = world.example.keys[0].tag
    world.alter = { [zone = world.example] name, type, message in
      guard type == .a else { return }
      var zone = zone
      zone.expiration = SignedZone.now.secondsOfDNS - 86_400
      message = zone.answer(name, type)
    }
    let report = try await world.validate()
    expectBroken(
      report,
      .a,
      in: names.example,
      "the signature of www.example.test A by key \(tag) expired on 2026-11-21T10:00:00Z"
    )
    #expect(report.links.map(\.state) == [.secure, .secure, .secure])
    #expect(report.answers.map(\.state) == [.bogus])
  }

  @Test func `A signature of tomorrow is not valid yet`() async throws {
    var world = try SignedWorld()
    world.example.inception = SignedZone.now.secondsOfDNS + 60
    let tag = world.example.keys[0].tag
    let report = try await world.validate()
    expectBroken(
      report,
      .dnskey,
      in: names.example,
      "the signature of example.test DNSKEY by key \(tag) is not valid before 2026-11-22T10:01:00Z"
    )
    #expect(report.links.map(\.state) == [.secure, .secure, .bogus])
  }

  @Test func `Times are compared across the end of 32 bits`() async throws {
    let late = try #require(Timestamp("2106-02-07T06:28:00Z"))
    var world = try SignedWorld()
    for zone in [\SignedWorld.root, \.test, \.example] {
      world[keyPath: zone].inception = late.secondsOfDNS &- 3600
      world[keyPath: zone].expiration = late.secondsOfDNS &+ 3600
    }
    #expect(world.example.expiration < world.example.inception)
    #expect(try await world.validate(at: late).state == .secure)
    #expect(try await world.validate(at: SignedZone.now).state == .bogus)
  }

  @Test func `The first and the last second count`() async throws {
    let world = try SignedWorld()
    let first = Timestamp(milliseconds: Int64(world.example.inception) * 1000)
    let last = Timestamp(milliseconds: Int64(world.example.expiration) * 1000 + 999)
    #expect(try await world.validate(at: first).state == .secure)
    #expect(try await world.validate(at: last).state == .secure)
    let before = Timestamp(milliseconds: first.milliseconds - 1)
    let after = Timestamp(milliseconds: last.milliseconds + 1)
    #expect(try await world.validate(at: before).state == .bogus)
    #expect(try await world.validate(at: after).state == .bogus)
  }

  @Test func `The parent names another key than signs the keys`() async throws {
    let (old, new) = (SigningKey.ed25519(), SigningKey.ed25519())
    var world = try SignedWorld(exampleKey: old)
    world.example.keys = [old, new]
    world.example.keySigners = [new]
    expectBroken(
      try await world.validate(),
      .dnskey,
      in: names.example,
      "the zone example.test: its DNSKEY set is signed by key \(new.tag), but the parent's DS names"
        + " \(old.tag)"
    )
  }

  @Test func `The parent names a key that is gone`() async throws {
    let (old, new) = (SigningKey.ed25519(), SigningKey.ed25519())
    var world = try SignedWorld(exampleKey: old)
    world.example.keys = [new]
    world.example.keySigners = [new]
    world.example.signers = [new]
    expectBroken(
      try await world.validate(),
      .dnskey,
      in: names.example,
      "the zone example.test: the parent's DS names key \(old.tag), but its keys are \(new.tag)"
    )
  }

  @Test func `The parent's digest is another key's`() async throws {
    let key = SigningKey.ed25519()
    var world = try SignedWorld(exampleKey: key)
    world.test = SignedZone(names.test, world.test.keys[0])
    var signer = try key.delegation(of: names.example)
    signer.digest[0] ^= 1
    world.test.delegate(names.example, [signer])
    expectBroken(
      try await world.validate(),
      .dnskey,
      in: names.example,
      "the zone example.test: the parent's DS names another key \(key.tag) than it has"
        + " (the digests differ)"
    )
  }

  @Test func `The trust anchor is another than the root's key`() async throws {
    let report = try await SignedWorld().validate(anchors: .iana)
    #expect(report.state == .bogus)
    #expect(report.brokenLink?.zone == .root)
    #expect(report.reason?.contains("the trust anchor names key 20326, 38696") == true)
  }

  @Test func `Keys without a signature`() async throws {
    var world = try SignedWorld()
    world.example.keySigners = []
    expectBroken(
      try await world.validate(),
      .dnskey,
      in: names.example,
      "the zone example.test: its DNSKEY set came without any signature"
    )
  }

  @Test func `No keys at all`() async throws {
    var world = try SignedWorld()
    let tag = world.example.keys[0].tag
    world.example.keys = []
    expectBroken(
      try await world.validate(),
      .dnskey,
      in: names.example,
      "the zone example.test: the parent's DS names key \(tag), but no DNSKEY set is there"
    )
  }

  @Test func `Records without a signature`() async throws {
    var world = try SignedWorld()
    world.alter = { _, type, message in
      if type == .a { message.answers.removeAll { $0.type == .rrsig } }
    }
    expectBroken(
      try await world.validate(),
      .a,
      in: names.example,
      "www.example.test A is not signed, though its zone example.test is"
    )
  }

  @Test func `A record that was altered`() async throws {
    var world = try SignedWorld()
    let tag = world.example.keys[0].tag
    world.alter = { _, type, message in
      if type == .a { message.answers[0].data = .a(IPv4Address(203, 0, 113, 1)) }
    }
    expectBroken(
      try await world.validate(),
      .a,
      in: names.example,
      "the signature of www.example.test A by key \(tag) does not fit the records"
    )
  }

  @Test func `A record that was added or left out`() async throws {
    for count in [1, 3] {
      var world = try SignedWorld()
      world.alter = { name, type, message in
        guard type == .a else { return }
        if count == 1 { message.answers.removeFirst() }
        if count == 3 { message.answers.append(DNSRecord(name, .a(.broadcast))) }
      }
      #expect(try await world.validate().state == .bogus)
    }
  }

  @Test func `A key that the zone does not have`() async throws {
    let other = SigningKey.ed25519()
    var world = try SignedWorld()
    let tag = world.example.keys[0].tag
    world.example.signers = [other]
    expectBroken(
      try await world.validate(),
      .a,
      in: names.example,
      "www.example.test A is signed by key \(other.tag), which example.test does not have;"
        + " it has \(tag)"
    )
  }

  @Test func `A revoked key, and one that is no zone's, sign nothing`() async throws {
    for flags: UInt16 in [257 | 0x80, 1] {
      let (good, bad) = (SigningKey.ed25519(), SigningKey.ed25519(flags: flags))
      var world = try SignedWorld(exampleKey: good)
      world.example.keys = [good, bad]
      world.example.signers = [bad]
      let report = try await world.validate()
      #expect(report.state == .bogus)
      #expect(report.reason?.contains("is signed by key \(bad.tag)") == true)
    }
  }

  @Test func `Another zone's signature`() async throws {
    var world = try SignedWorld()
    world.alter = { [test = world.test] name, type, message in
      guard type == .a else { return }
      let records = message.answers.filter { $0.type == .a }
      message.answers = test.signed(records)
      // A zone above could say so of itself, but does not; one beside cannot.
      for index in message.answers.indices {
        guard case .rrsig(var signature) = message.answers[index].data else { continue }
        signature.signer = DNSName("other.test") ?? .root
        message.answers[index].data = .rrsig(signature)
      }
    }
    expectBroken(
      try await world.validate(),
      .a,
      in: names.example,
      "www.example.test A is signed by other.test, where only its zone example.test may sign"
    )
  }

  @Test func `A delegation whose DS has gone without proof`() async throws {
    var world = try SignedWorld()
    world.alter = { name, type, message in
      if type == .ds, name == SignedWorld.names.example { message.answers = [] }
    }
    expectBroken(
      try await world.validate(),
      .ds,
      in: names.test,
      "the zone test: no proof that example.test has no DS record"
    )
  }

  @Test func `A delegation's DS that nobody signed`() async throws {
    var world = try SignedWorld()
    world.alter = { name, type, message in
      guard type == .ds, name == SignedWorld.names.example else { return }
      message.answers.removeAll { $0.type == .rrsig }
    }
    expectBroken(
      try await world.validate(),
      .ds,
      in: names.test,
      "example.test DS is not signed, though its zone test is"
    )
  }

  @Test func `A server that knows the child only is not blamed on the zone`() async throws {
    var world = try SignedWorld()
    world.alter = { [zone = world.example] name, type, message in
      guard type == .ds, name == SignedWorld.names.example else { return }
      message = zone.answer(name, type)
      message.authorities.append(DNSRecord(name, .other(.startOfAuthority, [0])))
    }
    let report = try await world.validate()
    #expect(report.state != .secure && report.state != .insecure)
  }
}
