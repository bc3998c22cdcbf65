import Testing
import Wire
@testable import Home
@testable import Identification
@testable import Model

@Suite struct `What a verdict hangs on` {
  private let identifier = Identifier()

  private func sensitivity(_ evidence: Evidence) -> VerdictSensitivity {
    VerdictSensitivity(of: identifier.verdict(for: evidence), for: evidence, by: identifier)
  }

  @Test func `is the one piece without which it would be another`() throws {
    var evidence = Evidence()
    evidence.services = [ServiceInstance(type: "_ipp._tcp", name: "Office")]
    evidence.hostname = "x7.lan"
    let found = sensitivity(evidence).dependences
    let first = try #require(found.first)
    #expect(first.evidence == "the service _ipp._tcp")
    #expect(first.claims.contains(.category))
    #expect(first.verdict.category == .unknown)
    #expect(!found.contains { $0.evidence.contains("x7") && $0.claims.contains(.category) })
  }

  @Test func `is a whole way where its pieces repeat each other`() throws {
    var evidence = Evidence()
    evidence.services = ["_ipp._tcp", "_ipps._tcp", "_printer._tcp"].map {
      ServiceInstance(type: $0, name: "")
    }
    let deciding = sensitivity(evidence).dependences.filter { $0.claims.contains(.category) }
    #expect(deciding.map(\.evidence) == ["everything that it says over mDNS"])
  }

  @Test func `is nothing where nothing is known`() {
    let found = sensitivity(Evidence())
    #expect(found.dependences.isEmpty)
    #expect(found.missing.contains("a page over HTTP"))
  }

  @Test func `leaves out what is known already of what could settle it`() {
    var evidence = Evidence()
    evidence.hostname = "x7.lan"
    evidence.mac = MACAddress("02:00:00:00:00:01")
    let missing = sensitivity(evidence).missing
    #expect(!missing.contains("a host name"))
    #expect(!missing.contains { $0.contains("MAC") })
    #expect(!missing.isEmpty)
  }

  @Test func `takes out each piece alone`() {
    var evidence = Evidence()
    evidence.isGateway = true
    evidence.mac = MACAddress("00:0e:58:00:00:03")
    evidence.hostname = "a.lan"
    evidence.dhcp = DHCPRequest(hostname: "a")
    evidence.netbios = NetBIOSIdentity(names: ["A"])
    evidence.snmp = SNMPIdentity(name: "a")
    evidence.smb = SMBIdentity(nativeOS: "x")
    evidence.wsDiscovery = WSDiscoveryAnswer(types: "x")
    evidence.openPorts = [80]
    evidence.services = [
      ServiceInstance(type: "_a._tcp", name: "a"), ServiceInstance(type: "_b._tcp", name: "b"),
    ]
    evidence.ssdp = [
      SSDPAnnouncement(target: "a", usn: "a"), SSDPAnnouncement(target: "b", usn: "b"),
    ]
    evidence.http = [HTTPAnswer(port: 80, path: "/a"), HTTPAnswer(port: 80, path: "/b")]
    evidence.tls = [CertificateIdentity(port: 443)]
    evidence.banners = [ServiceBanner(port: 22, transport: "ssh", text: "x")]
    evidence.udp = [DatagramAnswer(port: 9999)]
    let pieces = EvidenceItem.all(of: evidence)
    #expect(pieces.count == 18)
    #expect(Set(pieces.map(\.message.text)).count == 18)
    let rests = pieces.map { piece in
      var rest = evidence
      piece.remove(&rest)
      return rest
    }
    #expect(Set(rests).count == 18)
    #expect(!rests.contains(evidence))
  }
}
