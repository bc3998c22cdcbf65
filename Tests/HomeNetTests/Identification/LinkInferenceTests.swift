import HomeNet
import Testing

@Suite struct `The link` {
  private func medium(_ times: [Double], neighbour: Bool = true, portable: Bool = false)
    -> Link.Medium?
  {
    LinkInference.link(roundTrips: times, isNeighbour: neighbour, isPortable: portable)?.medium
  }

  @Test(
    arguments: [
      ([0.3, 0.4, 0.5, 0.3, 0.4, 0.4], Link.Medium.wired),
      // One held up by ARP, or by this machine.
      ([48, 0.4, 0.5, 0.3, 0.4, 0.4], .wired),
      ([3.9, 4.1, 4.0, 4.2, 4.4, 4.4], .wired),
      ([6, 7, 8, 6, 9, 12], .wifi),
      ([1.2, 9, 2, 14, 1.1, 3], .wifi),
      ([80, 82, 79, 85, 81, 90], .remote),
    ] as [([Double], Link.Medium)]
  )
  func `is told by how far and how steady it is`(times: [Double], expected: Link.Medium) {
    #expect(medium(times) == expected)
  }

  @Test(
    arguments: [
      [], [0.4], [0.4, 0.4, 0.4], [30, 35, 40, 42, 38, 33], [1, 2, 3.9, 1.2, 1.1, 9],
    ] as [[Double]]
  )
  func `is not told where times say too little`(times: [Double]) {
    #expect(medium(times) == nil)
  }

  @Test func `of a device behind a router is not told, unless it is far`() {
    #expect(medium([0.4, 0.4, 0.4, 0.4, 0.4], neighbour: false) == nil)
    #expect(medium([70, 71, 72, 73, 74], neighbour: false) == .remote)
  }

  @Test func `of a phone is never a cable`() {
    #expect(medium([0.4, 0.4, 0.4, 0.4, 0.4], portable: true) == .wifi)
  }

  @Test func `comes with its reason`() {
    let link = LinkInference.link(
      roundTrips: [0.31, 0.42, 0.5, 0.3, 0.04, 12],
      isNeighbour: true
    )
    #expect(link?.reason == "6 round trips of <0.1–0.5 ms, steady: a cable")
  }
}
