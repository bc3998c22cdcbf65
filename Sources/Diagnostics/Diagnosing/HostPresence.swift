package import Networking
import Wire

extension ConnectionStepRunner {
  /// Whether a host on a link of this machine answers ARP or NDP; `nil` where neither is shown.
  ///
  /// What is older than the diagnosis proves nothing, since a host that left keeps its entry.
  func isThere(_ address: IPAddress, since start: ContinuousClock.Instant) async -> Bool? {
    let link = configuration.interfaces.first {
      !$0.isLoopback && $0.isReady && [$0].reach(address)
    }
    guard let link else { return nil }
    if let v4 = address.v4, let mac = link.mac,
      let own = link.ipv4.first(where: { $0.prefix.contains(v4) })?.address, own != v4
    {
      let check = DuplicateAddressCheck(
        interface: link.index,
        mac: mac,
        own: own,
        others: [v4]
      )
      if case .answers(let answers)? = await collect(check, within: within(.seconds(2))).first {
        return answers[v4]?.isEmpty == false
      }
    }
    let table = await collect(NeighbourTable(), within: within(.seconds(1))).last ?? []
    let entry = table.first {
      $0.interface == link.index && $0.address.withoutZone == address.withoutZone
    }
    return entry?.proof(within: start.duration(to: .now) + Self.justBefore)
  }

  /// What asked the host just before the diagnosis, such as a monitor's confirmation, leaves an entry that
  /// the kernel doesn't confirm again at once.
  private static let justBefore = Duration.milliseconds(2500)
}

extension Neighbour {
  /// Whether the entry shows that the neighbour answered in the last while, or that it doesn't; `nil` where
  /// it shows neither.
  package func proof(within time: Duration) -> Bool? {
    switch state {
    case .failed, .incomplete: false
    case .permanent, .noARP: nil
    case .reachable, .stale, .delay, .probe:
      mac != nil && (confirmedAgo.map { $0 <= time } ?? false) ? true : nil
    }
  }
}
