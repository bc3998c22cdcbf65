import Diagnostics
import Model
import Networking
import Testing
import Wire

@testable import Checks

@Suite struct `This machine's own network` {
  private static let near = IPAddress.v4(IPv4Address(192, 168, 1, 20))
  private static let far = IPAddress.v4(IPv4Address(9, 9, 9, 9))

  private func code(_ configuration: NetworkConfiguration, to address: IPAddress? = nil) -> String?
  {
    configuration.ownFailure(to: address)?.code
  }

  @Test func `is well with a link, an address and a route`() {
    #expect(code(.home()) == nil)
    #expect(code(.home(), to: Self.near) == nil && code(.home(), to: Self.far) == nil)
  }

  @Test func `fails without an interface`() {
    let bare = NetworkConfiguration(
      interfaces: [Interface(index: 1, name: "lo", isLoopback: true)],
      gateways: [],
      resolvers: []
    )
    #expect(code(bare) == "check.own_no_interface")
    // Its own services don't need one.
    #expect(code(bare, to: Loopback.v4) == nil && code(bare, to: Loopback.v6) == nil)
  }

  @Test func `fails without a link, whatever is asked`() {
    let cut = NetworkConfiguration.home(hasCarrier: false)
    #expect(code(cut) == "check.own_no_link")
    #expect(code(cut, to: Self.near) == "check.own_no_link")
    #expect(code(cut, to: Self.far) == "check.own_no_link")
    #expect(code(.home(isUp: false)) == "check.own_interface_off")
    // Where the route went with the cable, too.
    #expect(code(.home(hasCarrier: false, gateways: [])) == "check.own_no_link")
    #expect(code(cut, to: .v4(IPv4Address(192, 168, 1, 10))) == nil)
  }

  @Test func `fails without an address`() {
    #expect(code(.home(hasAddress: false)) == "check.own_no_address")
  }

  @Test func `fails for what lies beyond alone where there is no route`() {
    let island = NetworkConfiguration.home(gateways: [])
    #expect(code(island) == nil && code(island, to: Self.near) == nil)
    #expect(code(island, to: Self.far) == "check.own_no_route")
    let v6 = IPAddress.v6(IPv6Address(high: 0x2001_0db8_0000_0000, low: 1), zone: nil)
    #expect(code(.home(), to: v6) == "check.own_no_route")
  }

  @Test func `says why it can't be read`() async {
    let own = OwnNetwork(StubNetwork(failing: .noDescriptors))
    let failure = await own.failure()
    #expect(failure?.code == "check.own_unreadable")
  }

  @Test func `knows from the neighbour table who answered just now`() {
    func entry(_ state: Neighbour.State, ago: Duration?) -> Neighbour {
      Neighbour(
        address: Self.near,
        interface: 2,
        mac: MACAddress("00:11:22:33:44:55"),
        state: state,
        confirmedAgo: ago
      )
    }
    #expect(entry(.reachable, ago: .seconds(1)).proof(within: .seconds(2)) == true)
    // Answered before it fell silent: that proves nothing.
    #expect(entry(.reachable, ago: .seconds(20)).proof(within: .seconds(2)) == nil)
    #expect(entry(.stale, ago: nil).proof(within: .seconds(2)) == nil)
    #expect(entry(.failed, ago: nil).proof(within: .seconds(2)) == false)
    #expect(entry(.permanent, ago: .zero).proof(within: .seconds(2)) == nil)
  }
}
