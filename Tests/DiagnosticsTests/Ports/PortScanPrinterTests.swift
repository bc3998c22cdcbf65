import Testing
import Wire
@testable import Diagnostics
@testable import LinuxNetwork

@Suite("Whose services are not read") struct PortScanPrinterTests {
  @Test func `printers', whether known before, found while they were asked, or after that`() {
    var swept = (1...5).map { number in
      let address = IPAddress.v4(IPv4Address(10, 9, 0, UInt8(number)))
      return SweptHost(PortSweep.Target(address, ports: [22, 631]), PortSweep.Options())
    }
    #expect(PortScan.unread([], swept, printers: []).isEmpty)
    swept[1].spare(askingOnly: [631])
    // One that was through with its ports when it was known can't be spared any more of them.
    swept[3].finish()
    swept[3].spare(askingOnly: [631])
    #expect(swept[3].usualPorts == nil)
    #expect(PortScan.unread([0], swept, printers: [1, 3]) == [0, 1, 3])
    #expect(PortScan.unread([0], swept, printers: []) == [0, 1])
  }
}
