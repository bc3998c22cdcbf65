import Home
import Model
import Simulation
import Testing
@testable import Server

@Suite struct `The counts of devices` {
  @Test func `have those that are shown as one line apart from those that are away`() async {
    let home = GeneratedHome(devices: 31, state: .transient)
    let devices = await home.snapshot().devices
    let counts = DeviceCounts(devices)
    #expect(counts.transient == 14)
    #expect(counts.away == devices.count { $0.presence == .away } - 14)
    #expect(counts.total == 31)
  }
}
