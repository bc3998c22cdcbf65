import DemoHome
import Networking
import Testing
import Wire
@testable import Diagnostics
import Simulation

@Suite struct `A stream of echoes` {
  @Test func `has one checksum, whatever the numbers`() {
    var checksums: Set<[UInt8]> = []
    for number in [UInt32(0), 1, 255, 256, 65_535, 65_536, 1_000_000, .max] {
      let flow = TraceFlow(TraceOptions(mode: .icmp), number: number, round: 0)
      let echo = ICMPEcho(
        identifier: 77,
        sequence: UInt16(truncatingIfNeeded: number),
        payload: flow.payload(token: 12_345)
      )
      let bytes = ICMPv4Message.echoRequest(echo).serialised
      checksums.insert(Array(bytes[2...3]))
    }
    #expect(checksums.count == 1)
  }
}
