import Testing
import Wire
@testable import Discovery
@testable import Model

@Suite struct `The observation filter` {
  private let host = IPAddress.v4(IPv4Address(192, 168, 7, 9))

  /// Which of some facts about the host are let through, in order.
  private func admitted(_ facts: [(Fact, Source)]) -> [Bool] {
    var filter = ObservationFilter(subjectLimit: 10)
    return facts.map { filter.admit($0, about: host, from: $1) }
  }

  @Test func `lets each saying of each source through once`() {
    let sayings: [(Fact, Source)] = [(.name("a"), .mdns), (.name("a"), .mdns), (.name("a"), .dns)]
    #expect(admitted(sayings) == [true, false, true])
  }

  @Test func `tells of round trips only the first and clearly better ones`() {
    let times: [Double?] = [nil, 10, 9, nil, 5]
    #expect(
      admitted(times.map { (.answered(rttMs: $0), .icmp) }) == [true, true, false, false, true]
    )
  }

  @Test func `bounds what one talker and all talkers can say`() {
    var filter = ObservationFilter(subjectLimit: 100)
    var admitted = 0
    for number in 0..<10_000 where filter.admit(.name("n\(number)"), about: host, from: .mdns) {
      admitted += 1
    }
    #expect(admitted == ObservationFilter.factsPerSubject)
    var subjects = 0
    for number in 0..<10_000 as Range<UInt32> {
      let forged = IPAddress.v4(IPv4Address(rawValue: 0x0A00_0000 + number))
      if filter.admit(.answered(rttMs: nil), about: forged, from: .mdns) { subjects += 1 }
    }
    #expect(subjects == 99)
    var waiting = 0
    for number in 0..<10_000 where filter.admit(.name("n\(number)"), about: nil, from: .mdns) {
      waiting += 1
    }
    #expect(waiting == ObservationFilter.factsWithoutSubject)
  }

  @Test func `bounds the bytes that one talker can say`() {
    var filter = ObservationFilter(subjectLimit: 10)
    let page = String(repeating: "x", count: 32 << 10)
    var admitted = 0
    for number in 0..<200 {
      let answer = HTTPAnswer(port: 80, path: "/\(number)", body: page)
      if filter.admit(.http(answer), about: host, from: .http) { admitted += 1 }
    }
    #expect(admitted == ObservationFilter.bytesPerSubject / (32 << 10) - 1)
    let isStillHeard = filter.admit(.name("nas"), about: host, from: .mdns)
    #expect(isStillHeard)
  }

  @Test func `says that nobody is there only of addresses that were heard of`() {
    let remembered = Fact.rememberedLinkAddress(MACAddress(rawValue: 0x0011_3200_0001))
    let facts: [(Fact, Source)] = [
      (.unresolved, .neighbours), (remembered, .neighbours), (.unresolved, .neighbours),
    ]
    #expect(admitted(facts) == [false, true, true])
  }
}
