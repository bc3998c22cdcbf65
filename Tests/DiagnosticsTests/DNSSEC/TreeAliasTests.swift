import Diagnostics
import Testing
import Wire

/// Names that a DNAME makes aliases, with the CNAME that servers make from it (RFC 6672).
@Suite("DNSSEC and DNAME") struct TreeAliasTests {
  private static let asked = name("www.tree.example.test")
  private static let tree = name("tree.example.test")

  /// A world where all below `tree.example.test` is found below `example.test`.
  private static func world(
    cname target: DNSName? = SignedWorld.names.www,
    isSigned: Bool = true,
    key: SigningKey? = .ed25519()
  ) throws -> SignedWorld {
    var world = try SignedWorld(exampleKey: key)
    let dname = DNSRecord(tree, .dname(SignedWorld.names.example), ttl: 300)
    world.example.records.append(dname)
    world.alter = { [zone = world.example] name, type, message in
      guard name == asked, type != .ds else { return }
      message = DNSMessage(questions: message.questions)
      message.answers = isSigned ? zone.signed([dname]) : [dname]
      if let target { message.answers.append(DNSRecord(asked, .cname(target), ttl: 300)) }
    }
    return world
  }

  @Test func `What it leads to is validated`() async throws {
    let report = try await Self.world().validate(Self.asked)
    #expect(report.state == .secure, "\(report.reason ?? "")")
    #expect(report.answers.map(\.type) == [.dname, .a])
    #expect(report.answers.map(\.name) == [Self.tree, SignedWorld.names.www])
  }

  @Test(arguments: [DNSType.cname, .any])
  func `The CNAME made from it is as good as it is`(_ type: DNSType) async throws {
    for target in [SignedWorld.names.www, nil] {
      let report = try await Self.world(cname: target).validate(Self.asked, type)
      #expect(report.state == .secure, "\(report.reason ?? "")")
      #expect(report.answers.map(\.type) == [.dname])
    }
  }

  @Test(arguments: [DNSType.a, .cname, .any])
  func `A CNAME that it doesn't make is bogus`(_ type: DNSType) async throws {
    let report = try await Self.world(cname: name("www.evil.test")).validate(Self.asked, type)
    #expect(report.state == .bogus)
    #expect(
      report.reason
        == "www.tree.example.test CNAME is not what tree.example.test DNAME makes of it:"
        + " www.example.test"
    )
    #expect(report.brokenLink?.zone == SignedWorld.names.example)
    #expect(report.brokenLink?.type == .cname)
    #expect(report.answers.map(\.state) == [.bogus])
  }

  @Test(arguments: [DNSType.a, .cname, .any])
  func `A DNAME that nobody signed makes nothing`(_ type: DNSType) async throws {
    let report = try await Self.world(isSigned: false).validate(Self.asked, type)
    #expect(report.state == .bogus)
    #expect(report.brokenLink?.type == .dname)
  }

  @Test(arguments: [DNSType.a, .cname])
  func `In a zone that isn't signed it is insecure`(_ type: DNSType) async throws {
    let report = try await Self.world(key: nil).validate(Self.asked, type)
    #expect(report.state == .insecure, "\(report.reason ?? "")")
  }

  @Test func `A CNAME with signatures speaks for itself`() async throws {
    var world = try SignedWorld()
    let alias = name("alias.example.test")
    world.alter = { _, type, message in
      guard type == .cname else { return }
      message.answers.append(DNSRecord(SignedWorld.names.test, .dname(name("evil")), ttl: 300))
    }
    #expect(try await world.validate(alias, .cname).state == .secure)
  }
}
