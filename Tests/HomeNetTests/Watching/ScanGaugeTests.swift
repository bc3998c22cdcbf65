import Net
import Testing

@testable import HomeNet

@Suite("How much of a sweep is done")
struct ScanGaugeTests {
  private func share(after steps: [ScanProgress]) -> [Double] {
    var gauge = ScanGauge()
    return steps.map {
      gauge.take($0)
      return gauge.share
    }
  }

  @Test func `grows with the addresses asked, then with the sources that have ended`() {
    let shares = share(after: [
      ScanProgress(asked: 0, total: 0, active: []),
      ScanProgress(asked: 127, total: 254, active: [.arp, .icmp]),
      ScanProgress(asked: 254, total: 254, active: [.arp, .icmp, .tcp, .http]),
      ScanProgress(asked: 254, total: 254, active: [.http]),
      ScanProgress(asked: 254, total: 254, active: []),
    ])
    #expect(shares.map { ($0 * 1000).rounded() / 1000 } == [0, 0.2, 0.4, 0.775, 0.9])
  }

  @Test func `never goes back when a source begins anew`() {
    let shares = share(after: [
      ScanProgress(asked: 254, total: 254, active: [.tcp, .http]),
      ScanProgress(asked: 254, total: 254, active: []),
      ScanProgress(asked: 254, total: 254, active: [.tcp, .http, .mdns]),
    ])
    #expect(shares == shares.sorted())
    #expect(shares.last == 0.9)
  }
}
