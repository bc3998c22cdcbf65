import HomeSupport
import Testing
@testable import Networking
@testable import Discovery
@testable import Home
@testable import Identification
@testable import Model

@Suite struct `Messages` {
  @Test(arguments: EvidenceTemplate.allCases)
  func `evidence keeps what stands in its template`(template: EvidenceTemplate) {
    let names = EvidenceTemplateParts.of(template).names
    // Values that hold the template's own words can't be found again in the sentence.
    let values = ["a of b in its answer is of a block of c", " of d = {value}"]
    let words = EvidenceSentence(
      template,
      names.isEmpty ? "" : values[0],
      names.count > 1 ? values[1] : ""
    )
    let reason = Verdict.Reason(claim: .name, evidence: words, source: .mdns)
    #expect(reason.message.code == "evidence.\(template.code)")
    #expect(
      reason.message.values == Dictionary(zip(names, values.map(Message.Value.text))) { $1 }
    )
    #expect(reason.message.text == reason.evidence)
    #expect(reason.places.map(\.name) == names.sorted())
  }

  @Test func `a name alone is evidence without a value, and leaves no blank behind`() {
    for template in [
      EvidenceTemplate.hostName, .ownName, .netbiosName, .snmpName, .dhcpName, .user,
    ] {
      let sentence = EvidenceSentence(template)
      let reason = Verdict.Reason(claim: .name, evidence: sentence, source: .dns)
      #expect(reason.evidence.last?.isWhitespace == false)
      #expect(reason.message.values == [:])
      #expect(reason.message.text == reason.evidence)
    }
  }

  @Test func `evidence without a template stays as it is`() {
    let reason = Verdict.Reason(claim: .name, evidence: "it says {so}", source: .dns)
    #expect(reason.evidence == "it says {so}")
    #expect(reason.message == .verbatim("it says {so}"))
    #expect(reason.code == "text")
  }

  @Test func `templates have codes of their own`() {
    #expect(EvidenceTemplate.macBlock.code == "mac_block")
    #expect(Set(EvidenceTemplate.allCases.map(\.code)).count == EvidenceTemplate.allCases.count)
  }

  @Test func `a template takes texts as they are`() {
    let message = Message(
      MessageTemplate("piece.x", "the {b} of {a}, {c^}"),
      ["a": "{b}", "b": "1", "c": "if so"]
    )
    #expect(message.text == "the 1 of {b}, If so")
    #expect(message.code == "piece.x")
  }

  @Test func `numbers, durations, lists and plurals are worded by the place`() {
    func text(_ english: String, _ values: [String: Message.Value]) -> String {
      Message(MessageTemplate("x.y", english), values).text
    }
    #expect(
      text("{a} {b} {c}", ["a": .count(6), "b": .number(0.42), "c": .number(0.01)]) == "6 0.4 <0.1"
    )
    #expect(
      text("{rtt_ms}, {long_ms}", ["rtt_ms": .number(0.414), "long_ms": .number(12.34)])
        == "0.41 ms, 12.3 ms"
    )
    #expect(
      text("{left_s}; {over_s}", ["left_s": .number(130), "over_s": .number(136_000)])
        == "2 minutes; 1.5 days"
    )
    #expect(text("{life_days}", ["life_days": .number(60.4)]) == "60 days")
    #expect(text("{all}; {all|, }", ["all": .texts(["a", "b", "c"])]) == "a and b and c; a, b, c")
    let inner = Message(MessageTemplate("x.inner", "it {a}"), ["a": "hangs"])
    #expect(text("{why^}.", ["why": .message(inner)]) == "It hangs.")
    let plural = MessageTemplate("x.ports", one: "port {ports}", other: "ports {ports}")
    #expect(Message(plural, ["count": .count(1), "ports": .texts(["80"])]).text == "port 80")
    #expect(
      Message(plural, ["count": .count(2), "ports": .texts(["80", "443"])]).text
        == "ports 80 and 443"
    )
    #expect(plural.places == ["count", "ports"])
  }

  @Test func `a message is written with code, text and values`() throws {
    let inner = Message(MessageTemplate("x.inner", "it hangs"))
    let message = Message(
      MessageTemplate("x.outer", "{count}: {why}, {all}"),
      ["count": .count(2), "why": .message(inner), "all": .texts(["a", "b"])]
    )
    #expect(
      try JSONText.encode(message)
        == #"{"code":"x.outer","text":"2: it hangs, a and b","values":{"all":["a","b"],"count":2,"why":{"code":"x.inner","text":"it hangs","values":{}}}}"#
    )
  }

  @Test func `an explanation tells its sentences once, the link's too`() throws {
    var evidence = Evidence()
    evidence.mac = mac("00:0e:58:00:00:03")
    evidence.services = [ServiceInstance(type: "_sonos._tcp", name: "Den")]
    var device = Device(
      id: "x",
      ip: ip("192.168.1.2"),
      addresses: [],
      firstSeen: Timestamp(milliseconds: 0),
      lastSeen: Timestamp(milliseconds: 0)
    )
    device.evidence = evidence
    device.verdict = Identifier().verdict(for: evidence)
    device.link = LinkInference.link(roundTrips: [0.4, 0.5, 0.6, 0.5], isNeighbour: true)
    let explanation = Explanation(device, in: [])
    let messages = explanation.messages
    #expect(Set(messages.map(\.text)).count == messages.count)
    for reason in device.verdict.because {
      #expect(messages.contains { $0.text == reason.evidence }, "\(reason.evidence)")
    }
    let link = try #require(messages.first { $0.code == "link.steady" })
    #expect(link.text == device.link?.reason)
    #expect(link.values["count"] == .number(4))
  }

  @Test func `a problem tells its sentences, and the reason inside them`() throws {
    let failure = SourceFailure(source: .mdns, interface: "eth0", failure: .notPermitted)
    let problem = try #require(WatchStatus.Problem(failure))
    #expect(problem.text == "Announcements can't be heard on eth0: not permitted.")
    #expect(
      problem.messages.map(\.code) == [
        "problem.no_multicast_on", "fix.no_multicast", "failure.not_permitted",
      ]
    )
    let full = StoreError.diskFull(path: "/d")
    let state = WatchStatus.StorageState(path: "/d", failure: full)
    #expect(WatchStatus(storage: state).messages.map(\.text) == [full.description])
    let nothing = ScanPlanError.noNetwork([
      NetworkReport(cidr: nil, interface: "tun0", address: nil, gateway: nil, skipped: .noBroadcast)
    ])
    #expect(
      nothing.description
        == "no network to scan (tun0: a tunnel, or another link without broadcast)"
    )
    #expect(nothing.message.code == "problem.nothing_to_scan")
  }
}
