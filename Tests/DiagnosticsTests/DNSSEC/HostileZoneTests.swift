import Diagnostics
import Testing
import Wire

/// Zones made to cost a validator dearly: what is done is counted, not timed.
@Suite("Hostile zones") struct HostileZoneTests {
  private let names = SignedWorld.names

  /// Keys of one tag: exchanging two bytes that count alike leaves the sum as it was.
  private func colliding(_ key: SigningKey, count: Int) -> [SigningKey] {
    var made: [SigningKey] = []
    var bytes = key.record.publicKey
    for index in stride(from: 0, to: bytes.count - 2, by: 1) {
      for other in stride(from: index + 2, to: bytes.count, by: 2)
      where bytes[index] != bytes[other] {
        bytes.swapAt(index, other)
        var record = key.record
        record.publicKey = bytes
        made.append(SigningKey(record: record, sign: { _ in Array(repeating: 1, count: 64) }))
        bytes.swapAt(index, other)
        if made.count == count { return made }
      }
    }
    return made
  }

  @Test func `Many keys of one tag and many signatures by it are tried a few times`() async throws {
    let key = SigningKey.ed25519()
    var world = try SignedWorld(exampleKey: key)
    let others = colliding(key, count: 60)
    #expect(Set(others.map(\.tag)) == [key.tag])
    world.example.keys = others + [key]
    world.example.keySigners = [key]
    world.example.signers = others
    let report = try await world.validate()
    #expect(report.state == .bogus)
    #expect(
      report.reason?.contains("\(others.count + 1) have tag \(key.tag)") == true
        || report.reason?.contains("names another key") == true
    )
    #expect(report.effort.signatures <= ValidationLimits().signatures)
    #expect(report.effort.signatures < 64)
  }

  @Test func `The sum of all signatures is bounded too`() async throws {
    let key = SigningKey.ed25519()
    var world = try SignedWorld(exampleKey: key)
    world.example.keys = [key] + colliding(key, count: 3)
    world.example.signers = colliding(key, count: 40)
    var limits = ValidationLimits()
    limits.signatures = 10
    let report = try await world.validate(limits: limits)
    #expect(report.state == .bogus)
    #expect(report.effort.signatures == 10)
    #expect(
      report.reason == "gave up after 10 signatures, at that of www.example.test A"
    )
  }

  @Test func `Two keys of one tag are both tried`() async throws {
    let key = SigningKey.ed25519()
    var world = try SignedWorld(exampleKey: key)
    world.example.keys = colliding(key, count: 1) + [key]
    #expect(try await world.validate().state == .secure)
  }

  @Test func `Names with very many labels cost a bounded number of questions`() async throws {
    let long = try #require(
      DNSName(
        labels: Array(repeating: [0x61], count: 118) + [
          Array("example".utf8), Array("test".utf8),
        ]
      )
    )
    var world = try SignedWorld()
    // An answer without signatures makes every label above it a suspect.
    world.example.add(long, .a(.any))
    world.alter = { _, type, message in
      if type == .a { message.answers.removeAll { $0.type == .rrsig } }
    }
    let report = try await world.validate(long)
    #expect(report.state == .indeterminate)
    #expect(report.effort.questions == ValidationLimits().questions)
  }

  @Test func `Hashing names is bounded`() async throws {
    let long = try #require(
      DNSName(
        labels: Array(repeating: [0x61], count: 118) + [
          Array("example".utf8), Array("test".utf8),
        ]
      )
    )
    var world = try SignedWorld()
    world.example.denial = .hashed(iterations: 50, salt: [], optOut: false)
    let report = try await world.validate(long)
    #expect(report.state == .secure)
    var limits = ValidationLimits()
    limits.hashes = 1_000
    let bounded = try await world.validate(long, limits: limits)
    #expect(bounded.state == .bogus)
    #expect(bounded.effort.hashes <= 1_000)
  }

  @Test func `Keys and signatures that are no such thing break nothing`() async throws {
    for algorithm: UInt8 in [8, 10, 13, 14, 15, 200] {
      for bytes: [UInt8] in [
        [], [0], [0, 0, 0], [0, 255, 255, 1], [1, 3], [3, 1, 0, 1, 0, 0], [9],
      ] {
        let record = DNSKey(
          flags: 257,
          algorithm: DNSSECAlgorithm(rawValue: algorithm),
          publicKey: bytes
        )
        let key = SigningKey(record: record, sign: { _ in bytes })
        let report = try await SignedWorld(exampleKey: key).validate()
        #expect(report.state == (algorithm == 200 ? .insecure : .bogus))
      }
    }
  }

  @Test func `A key of 16,384 bits is not computed with`() async throws {
    let record = DNSKey(
      flags: 257,
      algorithm: .rsaSHA256,
      publicKey: [3, 1, 0, 1] + Array(repeating: 0xFF, count: 2048)
    )
    let key = SigningKey(record: record, sign: { _ in Array(repeating: 1, count: 2048) })
    #expect(try await SignedWorld(exampleKey: key).validate().state == .bogus)
  }
}
