import Model
import Testing
import Wire
@testable import Diagnostics

/// Why an answer isn't secure, as messages; `SignedWorld` looks at those of every other test.
@Suite("Messages of DNSSEC") struct DNSSECMessageTests {
  private let names = SignedWorld.names

  @Test func `Each fault of a signature has a code and its sentence`() throws {
    let records = [DNSRecord(names.www, .a(IPv4Address(192, 0, 2, 1)))]
    let found = RRSet.sets(in: records).first(names.www, .a)
    let set = try #require(found)
    let unknown = "www.example.test A is signed by key 7, which example.test does not have"
    let signature = "the signature of www.example.test A"
    let faults: [(fault: SignatureFault, code: String, text: String)] = [
      (.unsigned, "unsigned", "www.example.test A is not signed, though its zone example.test is"),
      (
        .foreign(names.test), "foreign",
        "www.example.test A is signed by test, where only its zone example.test may sign"
      ),
      (
        .unsupported(.ed448), "unsupported",
        "www.example.test A is signed with ED448 alone, which is not followed here"
      ),
      (.unknownKey(7, known: []), "unknown_key", "\(unknown); it has none"),
      (
        .unknownKey(7, known: [1, 2, 3, 4, 5, 6, 8]), "unknown_key",
        "\(unknown); it has 1, 2, 3, 4, 5, 6, …"
      ),
      (.labels, "labels", "\(signature) claims more labels than the name has"),
      (
        .wrong(20326, keysTried: 4, keys: 9), "wrong_keys",
        "\(signature) fits none of the 4 keys tried; 9 have tag 20326"
      ),
      (
        .wrong(20326, keysTried: 1, keys: 1), "wrong",
        "\(signature) by key 20326 does not fit the records"
      ),
      (
        .early(7, SignedZone.now), "early",
        "\(signature) by key 7 is not valid before 2026-11-22T10:00:00Z"
      ),
      (.late(7, SignedZone.now), "late", "\(signature) by key 7 expired on 2026-11-22T10:00:00Z"),
    ]
    for (fault, code, text) in faults {
      let message = fault.message(set, in: names.example)
      #expect(message.code == "dnssec.\(code)")
      #expect(message.text == text)
      #expect(message.isCoded)
    }
  }

  @Test func `What vouches for keys is a message in the message`() async throws {
    let (old, new) = (SigningKey.ed25519(), SigningKey.ed25519())
    var world = try SignedWorld(exampleKey: old)
    world.example.keys = [new]
    world.example.keySigners = [new]
    world.example.signers = [new]
    let report = try await world.validate()
    let message = try #require(report.message)
    let expected: [String: Message.Value] = [
      "zone": .text("example.test"), "voucher": .message(Message(.dnssecParent)),
      "keys": .list([.text("\(old.tag)")]), "own": .list([.text("\(new.tag)")]),
    ]
    #expect(message.code == "dnssec.other_keys")
    #expect(message.values == expected)
    #expect(report.brokenLink?.message == message)
    #expect(report.links.last?.message == message)
  }

  @Test func `No answer says why in a message`() async throws {
    let validator = DNSSECValidator(source: SilentSource(), anchors: .iana)
    let report = await validator.validate(names.www, .a, at: SignedZone.now)
    #expect(report.state == .indeterminate)
    #expect(report.reason == "no answer for www.example.test A: no answer in time")
    #expect(report.message?.isCoded == true)
  }

  /// Never answers.
  private struct SilentSource: RecordSource {
    func answer(_ name: DNSName, _ type: DNSType) async throws(RecordSourceFailure) -> DNSMessage {
      throw RecordSourceFailure(Message(.dnsTimedOut))
    }
  }
}

extension Message {
  /// Whether it and all messages in it have codes of their own.
  var isCoded: Bool { !isVerbatim && values.values.allSatisfy(\.isCoded) }
}

extension Message.Value {
  /// Whether all messages in it have codes of their own.
  fileprivate var isCoded: Bool {
    switch self {
    case .text, .number: true
    case .list(let values): values.allSatisfy(\.isCoded)
    case .message(let message): message.isCoded
    }
  }
}
