import Testing
@testable import Networking
@testable import Discovery
@testable import Home
@testable import Identification
@testable import Model

@Suite struct `Sentences taken apart` {
  @Test(arguments: EvidenceForm.allCases)
  func `what a form was filled with is found in it again`(form: EvidenceForm) {
    let places = EvidenceParts.of(form).names
    let words = EvidenceWords(form, "a of b = c", places.count > 1 ? "_x._tcp" : "")
    let reason = Verdict.Reason(claim: .name, evidence: words, source: .mdns)
    let values = reason.phrase?.values ?? [:]
    #expect(reason.phrase?.text == words.text)
    #expect(Set(values.keys) == Set(places))
    if let first = places.first { #expect(values[first] == .text("a of b = c")) }
    if places.count > 1 { #expect(values[places[1]] == .text("_x._tcp")) }
    #expect(!words.text.contains("{") && !words.text.contains("}"))
  }

  @Test func `a name alone is a form without a value, and leaves no blank behind`() {
    for form in [EvidenceForm.hostName, .ownName, .netbiosName, .snmpName, .dhcpName, .user] {
      let reason = Verdict.Reason(claim: .name, evidence: EvidenceWords(form), source: .dns)
      #expect(reason.evidence.last?.isWhitespace == false)
      #expect(reason.phrase?.values == [:])
    }
  }

  @Test func `forms have codes of their own`() {
    #expect(EvidenceForm.macBlock.code == "mac_block")
    #expect(Set(EvidenceForm.allCases.map(\.code)).count == EvidenceForm.allCases.count)
  }

  @Test func `a template takes texts as they are`() {
    let phrase = Phrase("piece.x", "the {b} of {a}, {c}", ["a": "{b}", "b": "1"])
    #expect(phrase.text == "the 1 of {b}, ")
    #expect(phrase.values == ["a": .text("{b}"), "b": .text("1")])
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
    let explanation = Explanation(device, in: TrafficLedger())
    let phrases = explanation.phrases
    #expect(Set(phrases.map(\.text)).count == phrases.count)
    for reason in device.verdict.because {
      #expect(phrases.contains { $0.text == reason.evidence }, "\(reason.evidence)")
    }
    let link = try #require(phrases.first { $0.code == "link.steady" })
    #expect(link.text == device.link?.reason)
    #expect(link.values["count"] == .number(4))
  }

  @Test func `a problem tells its sentences, and the reason inside them`() throws {
    let trouble = ScanTrouble(source: .mdns, interface: "eth0", failure: .notPermitted)
    let problem = try #require(WatchStatus.Problem(trouble))
    #expect(problem.text == "Announcements can't be heard on eth0: not permitted.")
    #expect(
      problem.phrases.map(\.code) == [
        "problem.no_multicast_on", "fix.no_multicast", "failure.not_permitted",
      ]
    )
    let full = StoreError.diskFull(path: "/d")
    let state = WatchStatus.StorageState(path: "/d", failure: full)
    #expect(WatchStatus(storage: state).phrases.map(\.text) == [full.description])
  }
}
