/// Where a monitor's target is, seen from this machine.
public enum MonitorPlace: String, Hashable, Sendable, CaseIterable {
  /// On the same link: nothing lies between that could be watched.
  case onLink
  /// It is the gateway.
  case isGateway
  /// Behind the gateway: in another network, or in the Internet.
  case beyond
}

/// Parents that follow from the topology.
public enum SuggestedParents {
  /// The parents of each monitor that should have some, by id.
  ///
  /// What lies behind the gateway depends on the monitor that watches it, and so do the gateway's own
  /// services. Only a monitor of the host itself is taken for that: a router whose page is down still
  /// forwards.
  public static func of(_ monitors: [(monitor: Monitor, place: MonitorPlace)]) -> [String: [String]]
  {
    let gateways = monitors.filter { $0.place == .isGateway }.map { $0.monitor }
    guard
      let gateway = gateways.first(where: { $0.check.kind == .icmp })
        ?? gateways.first(where: { $0.check.kind == .presence })
    else { return [:] }
    var parents: [String: [String]] = [:]
    for (monitor, place) in monitors where monitor.id != gateway.id {
      switch place {
      case .onLink: break
      case .isGateway:
        if monitor.check.kind != .icmp, monitor.check.kind != .presence {
          parents[monitor.id] = [gateway.id]
        }
      case .beyond: parents[monitor.id] = [gateway.id]
      }
    }
    return parents
  }
}
