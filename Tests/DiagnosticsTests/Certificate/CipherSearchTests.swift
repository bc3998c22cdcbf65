import Model
import Testing
import Wire

@testable import Diagnostics

/// Which suites a server accepts, by servers that are a rule each.
@Suite struct CipherSearchTests {
  private static func suites(_ numbers: [UInt16]) -> [TLSCipherSuite] {
    numbers.map(TLSCipherSuite.init(rawValue:))
  }

  /// What a search comes to with a server that accepts some suites, and how often it asks.
  private func search(
    _ groups: [[UInt16]],
    _ answer: ([UInt16]) -> CipherSearch.Answer
  ) -> (list: CipherList, offers: Int) {
    var search = CipherSearch(.tls12, among: groups.map(Self.suites))
    var offers = 0
    while let offer = search.offer, offers < 100 {
      offers += 1
      search.take(answer(offer.map(\.rawValue)))
    }
    return (search.list, offers)
  }

  /// A server that has an order of its own.
  private func server(_ order: [UInt16]) -> ([UInt16]) -> CipherSearch.Answer {
    { offer in
      guard let chosen = order.first(where: offer.contains) else { return .refused }
      return .chose(TLSCipherSuite(rawValue: chosen))
    }
  }

  /// A server that takes the client's first.
  private func follower(_ accepted: [UInt16]) -> ([UInt16]) -> CipherSearch.Answer {
    { offer in
      guard let chosen = offer.first(where: accepted.contains) else { return .refused }
      return .chose(TLSCipherSuite(rawValue: chosen))
    }
  }

  @Test func `a server's order is told from the client's`() {
    let own = search([[1, 2, 3, 4]], server([4, 1, 3]))
    #expect(own.list.suites == Self.suites([4, 1, 3]))
    #expect(own.list.preference == .server)
    // Three suites, a refusal, and two for the order.
    #expect(own.offers == 6)
    let follower = search([[1, 2, 3, 4]], follower([4, 1, 3]))
    #expect(follower.list.suites == Self.suites([1, 3, 4]))
    #expect(follower.list.preference == .client)
    #expect(own.list.because == nil && follower.list.because == nil)
  }

  @Test func `a server's order holds over the groups that are offered apart`() {
    let found = search([[1, 2], [3, 4]], server([4, 1, 3]))
    #expect(found.list.suites == Self.suites([4, 1, 3]))
    #expect(found.list.preference == .server)
  }

  @Test func `where all is accepted or nothing, it ends`() {
    let all = search([[1, 2]], server([2, 1]))
    #expect(all.list.suites == Self.suites([2, 1]) && all.offers == 4)
    let none = search([[1, 2], [3]], server([]))
    #expect(none.list.suites == [] && none.offers == 2)
    #expect(none.list.preference == nil && none.list.because == nil)
    let one = search([[1, 2], [3]], server([2]))
    #expect(one.list.suites == Self.suites([2]) && one.offers == 3)
    #expect(one.list.preference == nil)
  }

  @Test func `a server that chooses what was not offered ends it`() {
    let same = search([[1, 2]]) { _ in .chose(TLSCipherSuite(rawValue: 1)) }
    #expect(same.list.suites == Self.suites([1]))
    #expect(same.list.because?.contains("which was not offered") == true)
    #expect(same.offers == 2)
  }

  @Test func `what was not learnt is said`() {
    var count = 0
    let found = search([[1, 2, 3]]) { offer in
      count += 1
      return count == 1 ? .chose(TLSCipherSuite(rawValue: offer[0])) : .failed("no answer")
    }
    #expect(found.list.suites == Self.suites([1]))
    #expect(found.list.because == "no answer")
    var calls = 0
    let fickle = search([[1, 2]]) { offer in
      calls += 1
      return calls > 2 ? .refused : .chose(TLSCipherSuite(rawValue: offer[0]))
    }
    #expect(fickle.list.because == "it refuses what it accepted before")
    #expect(fickle.list.reason?.code == "cert.ciphers.refused")
  }

  @Test func `no suite is offered twice to a version`() {
    for version in [TLSVersion.tls13, .tls12, .tls11] {
      let all = CipherList.offers(for: version).flatMap(\.self)
      #expect(Set(all).count == all.count)
    }
    #expect(CipherList.offers(for: .tls12).flatMap(\.self).count > 200)
  }
}
