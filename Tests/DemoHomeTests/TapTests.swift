import DemoHome
@testable import LinuxNetwork
import Glibc
import Networking
import Simulation
import Testing
import Wire

/// What needs TAP devices, which an ordinary user may not make.
private let canMakeTaps = access("/dev/net/tun", R_OK | W_OK) == 0

@Suite(.serialized, .enabled(if: canMakeTaps, "/dev/net/tun may not be opened"))
struct TapTests {
  @Test func `the kernel resolves a crowd's hosts`() throws {
    let prefix = try #require(IPv4Prefix("10.0.0.0/16"))
    let network = try CrowdedNetwork(prefix: prefix, hosts: 4000)
    let some = network.hosts.keys.sorted().prefix(100).map(\.description)
    let (table, ping) = try network.scannerNamespace.run { () throws(LocalFailure) in
      (Probing.arp(some), Probing.tcp("10.0.255.254", 80, milliseconds: 100))
    }
    #expect(table.count == 100)
    for (address, mac) in table {
      #expect(network.hosts[try #require(IPv4Address(address))]?.description == mac)
    }
    #expect(ping == .silent || network.hosts[IPv4Address(10, 0, 255, 254)] != nil)
    #expect(network.traffic.framesSent >= 100)
  }

  @Test func `a home behind delays answers late, and whole`() throws {
    let impairment = Impairment(loss: 0, delay: .milliseconds(20) ... .milliseconds(30))
    let home = try NamespacedHome(.standard, impairment: impairment, seed: 5)
    let addresses = home.home.devices.map(\.address.description)
    let (table, elapsed, refused) = try home.scannerNamespace.run { () throws(LocalFailure) in
      let table = Probing.arp(addresses)
      let start = ContinuousClock.now
      _ = Probing.ping("192.168.77.22")
      let elapsed = ContinuousClock.now - start
      return (table, elapsed, Probing.tcp("192.168.77.22", 23))
    }
    #expect(table.count == 30)
    // There and back, 20 ms each.
    #expect(elapsed >= .milliseconds(40))
    #expect(refused == .failed(ECONNREFUSED))
  }

  @Test func `a home whose cables lose everything is silent`() throws {
    let impairment = Impairment(loss: 1, delay: .zero ... .zero)
    let home = try NamespacedHome(.standard, impairment: impairment, seed: 5)
    let table = try home.scannerNamespace.run { () throws(LocalFailure) in
      Probing.arp(["192.168.77.1", "192.168.77.22"], milliseconds: Probing.silence)
    }
    #expect(table.isEmpty)
  }
}
