import Glibc
import Testing
import Wire
@testable import LinuxNetwork
@testable import Networking

@Suite struct `Looking names up` {
  @Test(arguments: [
    (EAI_AGAIN, Int32(0), HostLookup.Failure.unanswered), (EAI_FAIL, 0, .unanswered),
    (EAI_NONAME, 0, .unknown), (EAI_FAMILY, 0, .unknown), (EAI_MEMORY, 0, .local(.noBuffers)),
    (EAI_SYSTEM, EMFILE, .local(.noDescriptors)),
  ])
  func `fails as the C library says, and says no more than that`(
    status: Int32,
    number: Int32,
    failure: HostLookup.Failure
  ) {
    #expect(HostLookup.failure(status, number) == failure)
  }

  private static let (near, far) = ("192.168.1.1", "9.9.9.9")

  @Test(arguments: [
    // A route to one of them is enough, whoever doesn't answer then.
    ([near], true, [far], false), ([near, far], true, [far], false), ([near], true, [near], true),
    ([near, far], true, [near, far], true), ([near], false, [near], true),
    // The machine's own asks others, known to it alone, by whatever network there is.
    (["127.0.0.53"], true, [far], false), (["127.0.0.53"], false, [far], true),
    (["::1", far], true, [far], false), (["::1", far], false, [far], true),
    ([], true, [], false), ([], false, [], true),
  ])
  func `is this machine's own trouble where no way leads to a resolver`(
    resolvers: [String],
    hasNetwork: Bool,
    unreached: [String],
    isCutOff: Bool
  ) {
    let reach = ResolverReachability(
      hasNetwork: hasNetwork,
      lacksRoute: { unreached.contains($0.description) }
    )
    #expect(reach.isCutOff(from: resolvers.compactMap { IPAddress($0) }) == isCutOff)
  }

  @Test func `takes a link and an address for a network`() {
    let own = IPv4Address(192, 168, 1, 7)
    let eth0 = Interface(
      index: 2,
      name: "eth0",
      ipv4: [.init(address: own, prefix: IPv4Prefix(own, length: 24))]
    )
    var (lo, off, dead, bare) = (eth0, eth0, eth0, eth0)
    lo.isLoopback = true
    off.isUp = false
    dead.hasCarrier = false
    bare.ipv4 = []
    #expect(ResolverReachability.hasNetwork([lo, eth0]))
    for poor in [lo, off, dead, bare] { #expect(!ResolverReachability.hasNetwork([lo, poor])) }
    bare.ipv6 = [.init(address: .loopback, prefixLength: 64)]
    #expect(ResolverReachability.hasNetwork([bare]))
  }
}
