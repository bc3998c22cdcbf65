import DemoHome
import Identification
import Model
import Simulation
import Testing
import Wire

@Suite struct `Verdicts on the simulated home` {
  /// What a perfect scan would know of the device.
  private func evidence(of device: SimulatedDevice) -> Evidence {
    var evidence = Evidence()
    evidence.ip = .v4(device.address)
    evidence.isGateway = device.isRouter
    evidence.mac = device.mac
    evidence.hostname = device.mdnsHost ?? device.dnsName
    evidence.services = device.services.filter { $0.host == device.mdnsHost }
    evidence.ssdp = device.ssdp
    evidence.netbios = device.netbios
    evidence.openPorts = device.listeners.map(\.port).sorted()
    return evidence
  }

  @Test func `are right, or unsure`() {
    var wrong: [String] = []
    var right = 0
    for device in SimulatedHome.large.devices {
      let verdict = Identifier().verdict(for: evidence(of: device))
      if verdict.category == device.category {
        right += 1
      } else {
        wrong.append(
          "\(device.label): \(verdict.category) \(verdict.confidence), truly \(device.category)"
        )
        #expect(verdict.confidence < 0.8, "\(wrong)")
      }
    }
    #expect(right * 10 >= SimulatedHome.large.devices.count * 9, "\(wrong)")
  }
}
