import HomeSupport
import Networking
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

@Suite struct `A scan that looks for one device` {
  private static let linkLocal = IPv6Address(high: 0xFE80_0000_0000_0000, low: 7)
  private static let unique = IPv6Address(high: 0xFD00_0000_0000_0001, low: 7)
  private static let mac = MACAddress(rawValue: 0x0011_3200_0007)

  /// The usual plan, with an own address in a unique-local network.
  private var plan: ScanPlan {
    var plan = ScanPlan.test
    let own = IPv6Address(high: 0xFD00_0000_0000_0001, low: 2)
    plan.interfaces[0].ipv6.append(Interface.IPv6(address: own, prefixLength: 64))
    return plan
  }

  private func checking(_ addresses: IPAddress...) -> ScanPlan? {
    plan.checking(addresses) { $0 == .home(7) ? Self.mac : nil }
  }

  @Test func `asks at all its addresses on networks of the plan`() throws {
    let scan = try #require(
      checking(
        .home(7),
        .v4(IPv4Address(10, 0, 0, 7)),
        .v6(Self.linkLocal, zone: "eth0"),
        .v6(Self.linkLocal, zone: "wlan9"),
        .v6(Self.unique, zone: nil),
        .v6(IPv6Address(high: 0x2001_0DB8_0000_0001, low: 7), zone: nil)
      )
    )
    #expect(
      scan.checked == [
        CheckedAddress(.home(7), interface: 2, mac: Self.mac),
        CheckedAddress(.v6(Self.linkLocal, zone: "eth0"), interface: 2),
        CheckedAddress(.v6(Self.unique, zone: nil), interface: 2),
      ]
    )
    #expect(scan.targets.map(\.prefix) == [IPv4Prefix(IPv4Address(192, 168, 77, 7), length: 32)])
    #expect(scan.interfaces.count == 1)
    #expect(scan.interfaces.first?.ipv4.isEmpty == false)
    #expect(scan.interfaces.first?.ipv6.isEmpty == false)
    #expect(scan.lasting == Duration.zero && scan.only == nil)
  }

  @Test func `knows whether it looks for a phone`() throws {
    let phone = try #require(plan.checking([.home(7)], isPhone: true) { _ in nil })
    #expect(phone.checked == [CheckedAddress(.home(7), interface: 2, isPhone: true)])
    let other = try #require(checking(.home(7)))
    #expect(other.checked.allSatisfy { !$0.isPhone })
  }

  @Test func `asks by no more families than it has addresses`() throws {
    let v4 = try #require(checking(.home(7)))
    #expect(v4.interfaces.allSatisfy { $0.ipv6.isEmpty })
    let v6 = try #require(checking(.v6(Self.linkLocal, zone: "eth0")))
    #expect(v6.targets.isEmpty && v6.interfaces.allSatisfy { $0.ipv4.isEmpty })
    #expect(checking(.v4(IPv4Address(10, 0, 0, 7))) == nil)
    #expect(checking() == nil)
  }

  @Test func `asks nothing of what is excluded`() {
    var plan = self.plan
    plan.excluded = Exclusion([.v4(IPv4Prefix(IPv4Address(192, 168, 77, 7), length: 32))])
    #expect(plan.checking([.home(7)]) { _ in nil } == nil)
    #expect(plan.checking([.home(7), .home(8)]) { _ in nil }?.checked.count == 1)
  }

  @Test func `asks over each interface that leads to an address, and once over each`() throws {
    var plan = self.plan
    var (second, other) = (plan.targets[0], plan.targets[0])
    // Another own address in the same network.
    second.ownAddress = IPv4Address(192, 168, 77, 3)
    other.interface.index = 3
    other.interface.name = "wlan0"
    plan.targets += [second, other]
    plan.interfaces.append(other.interface)
    let scan = try #require(plan.checking([.home(7), .home(8)]) { _ in nil })
    #expect(scan.checked.map(\.interface) == [2, 3, 2, 3])
    #expect(scan.targets.map(\.interface.name) == ["eth0", "wlan0", "eth0", "wlan0"])
    #expect(scan.interfaces.map(\.name) == ["eth0", "wlan0"])
  }
}
