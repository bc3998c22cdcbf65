import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Identification
@testable import Model

@Suite struct `This machine itself` {
  private func machine(_ parts: [MachineDescription.Part: String]) -> MachineDescription {
    var machine = MachineDescription()
    for (part, text) in parts { machine[part] = text }
    return machine
  }

  private func device(_ parts: [MachineDescription.Part: String]) -> Device? {
    let prefix = IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 28)
    let machine = machine(parts)
    let scan = ScanRun(.plain(prefix, hosts: 1), sources: []) { $0.machine = machine }
    var fold = DeviceFold(identifier: Identifier())
    for (_, observation) in scan.observations { fold.insert(observation) }
    return fold.devices().first { $0.isSelf }
  }

  private func verdict(_ parts: [MachineDescription.Part: String]) -> Verdict {
    var evidence = Evidence()
    evidence.system = machine(parts)
    return Identifier().verdict(for: evidence)
  }

  @Test func `is a computer at least, and says why`() throws {
    let found = try #require(device([.os: "Debian GNU/Linux 13 (trixie)", .osID: "debian"]))
    #expect(found.verdict.category == .computer)
    #expect(found.verdict.os == "Debian GNU/Linux 13 (trixie)")
    #expect(found.verdict.because.contains { $0.claim == .category && $0.source == .system })
    #expect(found.discoveredBy.contains(.system))
  }

  @Test(
    arguments: [
      (
        [.chassis: "Notebook", .vendor: "Framework", .product: "Laptop 13"], .computer, "Laptop 13"
      ),
      ([.model: "Raspberry Pi 5 Model B Rev 1.0"], .computer, "Raspberry Pi 5 Model B Rev 1.0"),
      ([.chassis: "Rack Mount Chassis", .product: "PowerEdge R999"], .server, "PowerEdge R999"),
      ([.hypervisor: "QEMU", .os: "Linux"], .computer, "virtual machine"),
      ([.vendor: "Synology Inc.", .product: "DS999+", .chassis: "Desktop"], .storage, "DS999+"),
      ([.osID: "openwrt", .os: "OpenWrt 99.1"], .router, nil),
      ([.osID: "libreelec", .model: "Raspberry Pi 4 Model B"], .tvMedia, "Raspberry Pi 4 Model B"),
      ([.container: "docker"], .computer, nil),
    ] as [([MachineDescription.Part: String], Model.Category, String?)]
  )
  func `is what its firmware and its system are`(
    parts: [MachineDescription.Part: String],
    category: Model.Category,
    model: String?
  ) {
    let verdict = verdict(parts)
    #expect(verdict.category == category, "\(verdict)")
    #expect(verdict.model == model)
    #expect(verdict.confidence >= 0.5)
  }

  @Test func `knows nothing of other devices`() {
    let prefix = IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 28)
    let own = machine([.chassis: "Notebook"])
    let scan = ScanRun(.plain(prefix, hosts: 3)) { $0.machine = own }
    var fold = DeviceFold(identifier: Identifier())
    for (_, observation) in scan.observations { fold.insert(observation) }
    let others = fold.devices().filter { !$0.isSelf }
    #expect(others.count >= 3)
    #expect(others.allSatisfy { $0.evidence.system.isEmpty })
  }

  @Test func `comes back from a file of evidence`() throws {
    var evidence = Evidence()
    evidence.system = machine([.chassis: "Notebook", .os: "Linux"])
    let line = try EvidenceRecord(id: "a", evidence: evidence).line()
    let read = try EvidenceRecord(parsing: Array(line.utf8), number: 1)
    #expect(read.evidence.system == evidence.system)
    #expect(Anonymiser([evidence]).anonymised(evidence).system == evidence.system)
  }
}
