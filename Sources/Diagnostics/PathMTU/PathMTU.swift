internal import Networking
internal import Wire

/// Measures how big packets to a host may be.
enum PathMTU {
  /// Asks by echoes, and by datagrams where those are not permitted.
  ///
  /// - Returns: What was found; `nil` where nothing can be sent.
  static func measure(_ target: IPAddress, by network: any Network) async -> PathMTUFinding? {
    let configuration: NetworkConfiguration?
    do throws(LocalFailure) {
      configuration = try await network.configuration()
    } catch {
      configuration = nil
    }
    let link = configuration?.mtu(to: target) ?? 1500
    for method in [PathMethod.icmp, .udp] {
      let token = UInt64.random(in: .min ... .max)
      let machine = PathMTUMachine(target, method, link: link, token: token)
      for await output in network.run(machine) {
        switch output {
        case .found(let finding): return finding
        case .unavailable(.notPermitted): break
        case .unavailable: return nil
        }
      }
    }
    return nil
  }
}

extension NetworkConfiguration {
  /// What the link takes over which packets to an address leave; `nil` where that is not known.
  func mtu(to address: IPAddress) -> Int? {
    if interfaces.have(address) { return interfaces.first(where: \.isLoopback)?.mtu }
    if let near = interfaces.first(where: { [$0].reach(address) }) { return near.mtu }
    let own = routes.filter { $0.leads(to: address) }.max { $0.length < $1.length }
    let over = own?.gateway ?? gateways.first { $0.address.isOf(address.family) }?.address
    if let over, let near = interfaces.first(where: { [$0].reach(over) }) { return near.mtu }
    let leading = gateways.filter { $0.address.isOf(address.family) }.map(\.interface) + directWays
    return interfaces.first { leading.contains($0.index) }?.mtu
  }
}
