import Diagnostics
import Model
import Synchronization
import Testing
import Wire

/// A root, `test.` below it and `example.test.` below that, in memory; tests break it as they like.
struct SignedWorld: Sendable {
  var root: SignedZone
  var test: SignedZone
  var example: SignedZone
  /// Zones besides.
  var others: [SignedZone] = []
  /// Changes answers on their way.
  var alter: @Sendable (DNSName, DNSType, inout DNSMessage) -> Void = { _, _, _ in }

  static let names = (
    test: name("test"), example: name("example.test"), www: name("www.example.test")
  )

  init(
    rootKey: SigningKey = .ed25519(),
    testKey: SigningKey = .ed25519(),
    exampleKey: SigningKey? = .ed25519(),
    denial: SignedZone.Denial = .plain
  ) throws {
    let (test, example, www) = Self.names
    root = SignedZone(.root, rootKey)
    root.delegate(test, [try testKey.delegation(of: test)])
    self.test = SignedZone(test, testKey)
    self.test.delegate(example, try exampleKey.map { [try $0.delegation(of: example)] } ?? [])
    self.example = SignedZone(example, exampleKey)
    self.example.add(www, .a(IPv4Address(192, 0, 2, 1)))
    self.example.add(www, .a(IPv4Address(192, 0, 2, 2)))
    self.example.add(name("alias.example.test"), .cname(www))
    self.example.add(name("*.wild.example.test"), .a(IPv4Address(192, 0, 2, 3)))
    self.example.add(name("a.b.c.example.test"), .a(IPv4Address(192, 0, 2, 4)))
    root.denial = denial
    self.test.denial = denial
    self.example.denial = denial
  }

  var anchors: TrustAnchors {
    get throws {
      var anchors = TrustAnchors()
      for key in root.keys { anchors.add(try key.delegation(of: .root), for: .root) }
      return anchors
    }
  }

  func validate(
    _ name: DNSName = SignedWorld.names.www,
    _ type: DNSType = .a,
    anchors: TrustAnchors? = nil,
    limits: ValidationLimits = ValidationLimits(),
    at now: Timestamp = SignedZone.now
  ) async throws -> DNSSECReport {
    let validator = DNSSECValidator(
      source: MemorySource(world: self),
      anchors: try anchors ?? self.anchors,
      limits: limits
    )
    let report = await validator.validate(name, type, at: now)
    var messages: [Message?] = report.links.map(\.message)
    messages += [report.message, report.brokenLink?.message]
    for case let message? in messages { #expect(message.isCoded, "\(message.text)") }
    return report
  }
}

/// Answers as servers of all the zones together would.
struct MemorySource: RecordSource {
  let world: SignedWorld

  func answer(_ name: DNSName, _ type: DNSType) async throws(RecordSourceFailure) -> DNSMessage {
    let zones = [world.root, world.test, world.example] + world.others
    let scope = type == .ds ? name.parent : name
    let zone = zones.filter { scope.isInside($0.name) }
      .max { $0.name.labelCount < $1.name.labelCount }
    var message = zone?.answer(name, type) ?? DNSMessage()
    world.alter(name, type, &message)
    // By way of the wire: what tests see is what a network would bring.
    do {
      return try DNSMessage(parsing: message.serialised)
    } catch {
      let template = MessageTemplate("test.unreadable", "{error}")
      throw RecordSourceFailure(Message(template, ["error": "\(error)"]))
    }
  }
}

/// A name that the test's author knows to be good.
func name(_ text: String) -> DNSName {
  guard let name = DNSName(text) else { preconditionFailure("bad name in a fixture: \(text)") }
  return name
}
