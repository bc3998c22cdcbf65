import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Model
import Simulation

/// Devices of which nothing tells what they are but their answer to a broadcast.
@Suite struct `A home of devices without a mark` {
  private static let told = ToldScan(.unmarked)

  @Test func `each is told by its answer to a broadcast`() {
    #expect(Self.told.wrongKinds == [])
    #expect(Self.told.wrong(\.vendor, \.vendor) == [])
  }

  @Test func `no protocol sends more than two datagrams an interface`() {
    var counts: [String: Int] = [:]
    for packet in Self.told.scan.run.sent {
      if case .broadcast(let name) = packet.purpose { counts[name, default: 0] += 1 }
    }
    #expect(!counts.isEmpty)
    // IPv6 is asked by rows of its own.
    #expect(counts.values.allSatisfy { $0 <= 2 }, "\(counts)")
  }
}
