import HomeNet
import Net
import NetLab
import Testing
import Wire

private let home24 = IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24)
private let lossy = Impairment(loss: 0.02, delay: .zero ... .milliseconds(10))

@Suite struct `The neighbour sweep` {
  @Test func `finds a whole cold home within a tenth of a second`() throws {
    let topology = SimulatedTopology(home: .standard)
    let scan = ScanRun(topology) {
      $0.discoverOnly = true
      $0.settle = .milliseconds(200)
    }
    #expect(scan.found == topology.addresses)
    #expect(try #require(scan.answered.values.max()) <= Duration.milliseconds(100))
    #expect(try #require(scan.duration) <= Duration.milliseconds(250))
  }
}
