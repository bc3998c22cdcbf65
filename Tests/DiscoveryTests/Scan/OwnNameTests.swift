import HomeSupport
import Testing
import Wire
@testable import Model
@testable import Discovery
@testable import Identification

@Suite struct `This machine's own name` {
  private func name(_ hostName: String?) -> String? {
    let prefix = IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 28)
    let scan = ScanRun(.plain(prefix, hosts: 1), sources: []) { $0.hostName = hostName }
    var fold = DeviceFold(identifier: Identifier())
    for (_, observation) in scan.observations { fold.insert(observation) }
    return fold.devices().first { $0.isSelf }?.verdict.name
  }

  @Test func `is its host name, unless that is everybody's`() {
    #expect(name("workshop") == "workshop")
    #expect(name("localhost") == name(nil))
    #expect(name("localhost.localdomain") == name(nil))
  }
}
