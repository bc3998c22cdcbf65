public import Model
public import Monitoring
public import Wire

/// Monitors that a home would want: its router, what it stores on, its printer, the Internet.
public enum SuggestedMonitors {
  /// As many as are suggested at a time.
  public static let most = 8

  /// What of a device's ports shows best that it works, by its kind.
  private static let webPorts: [UInt16] = [443, 80, 5001, 5000, 8443, 8080, 8006, 8123, 32_400]
  private static let sharePorts: [UInt16] = [445, 2049, 548, 22]
  /// IPP, over TLS or not: asking there prints nothing.
  private static let printPorts: [UInt16] = [631, 443, 80]

  /// Suggestions that no monitor stands for yet, the most useful first.
  ///
  /// Their ids are empty, and are given when one is taken.
  public static func suggestions(
    _ devices: [InventoryDevice],
    gateways: [IPAddress],
    existing: [Monitor]
  ) -> [Monitor] {
    let visible = devices.filter { device in
      !device.marks.isHidden && !device.isTransient && !device.device.isSelf
        && device.presence != .away && device.device.knownIP != nil
    }
    var all = [Monitor(id: "", name: "Internet", check: .internet(targets: []), source: .suggested)]
    all += routers(visible, gateways)
    all += suggested(visible, .storage, storage)
    all += suggested(visible, .server, server)
    all += suggested(visible, .printer, printer)
    let suggested = Array(new(all, existing, visible).prefix(most))
    return withParents(suggested, existing, devices, gateways)
  }

  /// The suggestions with the parents that follow from where their targets are, of the monitors that there
  /// are.
  private static func withParents(
    _ suggestions: [Monitor],
    _ existing: [Monitor],
    _ devices: [InventoryDevice],
    _ gateways: [IPAddress]
  ) -> [Monitor] {
    func place(of monitor: Monitor) -> MonitorPlace {
      switch monitor.check {
      case .internet: return .beyond
      case .icmp(let host, _):
        return gateways.contains { "\($0)" == host } ? .isGateway : .onLink
      case .presence(let id):
        return devices.contains { $0.id == id && $0.device.isGateway } ? .isGateway : .onLink
      case .tcp, .http, .dns, .tls: return .onLink
      }
    }
    // Ids that no monitor has: a suggestion gets its own when it is taken.
    let drafts = suggestions.enumerated().map { number, monitor in
      var draft = monitor
      draft.id = "suggestion \(number)"
      return draft
    }
    let parents = SuggestedParents.of((existing + drafts).map { ($0, place(of: $0)) })
    let known = Set(existing.map(\.id))
    return zip(suggestions, drafts).map { suggestion, draft in
      var suggestion = suggestion
      suggestion.parents = (parents[draft.id] ?? []).filter(known.contains)
      return suggestion
    }
  }

  private static func routers(
    _ devices: [InventoryDevice],
    _ gateways: [IPAddress]
  ) -> [Monitor] {
    var addresses: [IPAddress] = []
    for gateway in gateways.sorted() where addresses.isEmpty || gateway.v4 != nil {
      // A link-local router needs a zone, which has a meaning on this machine only.
      if gateway.scope != .linkLocal { addresses.append(gateway) }
    }
    return addresses.prefix(2).map { address in
      let device = devices.first { $0.device.addresses.contains(address) }
      return Monitor(
        id: "",
        name: device.map { name(of: $0) } ?? "\(address)",
        check: .icmp(host: "\(address)"),
        source: .suggested
      )
    }
  }

  private static func suggested(
    _ devices: [InventoryDevice],
    _ category: Category,
    _ check: (InventoryDevice, String) -> MonitorCheck
  ) -> [Monitor] {
    devices.filter { $0.category == category && !$0.device.isGateway }.compactMap { device in
      guard let address = device.device.knownIP, address.scope != .linkLocal else { return nil }
      return Monitor(
        id: "",
        name: name(of: device),
        check: check(device, "\(address)"),
        source: .suggested
      )
    }
  }

  private static func name(of device: InventoryDevice) -> String {
    device.name ?? device.device.hostname ?? device.device.ip.description
  }

  private static func open(_ ports: [UInt16], on device: InventoryDevice) -> UInt16? {
    let known = Set(device.device.ports.filter { $0.transport == .tcp }.map(\.port))
    return ports.first { known.contains($0) }
  }

  private static func storage(_ device: InventoryDevice, _ address: String) -> MonitorCheck {
    if let port = open(sharePorts, on: device) { return .tcp(host: address, port: port) }
    return server(device, address)
  }

  private static func server(_ device: InventoryDevice, _ address: String) -> MonitorCheck {
    if let port = open(webPorts, on: device) { return .tcp(host: address, port: port) }
    if let port = open([22, 445], on: device) { return .tcp(host: address, port: port) }
    return .icmp(host: address)
  }

  private static func printer(_ device: InventoryDevice, _ address: String) -> MonitorCheck {
    // Printers sleep, and most answer echoes then, too; raw printing ports are never asked.
    if let port = open(printPorts, on: device) { return .tcp(host: address, port: port) }
    return .icmp(host: address)
  }

  /// Leaves out what is watched already, by whatever method, and the same host twice.
  private static func new(
    _ all: [Monitor],
    _ existing: [Monitor],
    _ devices: [InventoryDevice]
  ) -> [Monitor] {
    var watched = Set(existing.flatMap { subjects(of: $0.check, devices) })
    return all.filter { monitor in
      let subjects = subjects(of: monitor.check, devices)
      guard watched.isDisjoint(with: subjects) else { return false }
      watched.formUnion(subjects)
      return true
    }
  }

  /// What a check is about: a device's id where the host is one, else the host.
  private static func subjects(of check: MonitorCheck, _ devices: [InventoryDevice]) -> [String] {
    let host: String
    switch check {
    case .internet: return ["internet"]
    case .presence(let device): return [device]
    // The resolver is often the router, and is something else to watch.
    case .dns: return []
    case .icmp(let name, _), .tcp(let name, _): host = name
    case .tls(let check): host = check.host
    case .http(let check): host = HTTPTarget(check.url)?.host ?? check.url
    }
    let lower = host.lowercased()
    let device = devices.first { device in
      device.device.hostname?.lowercased() == lower || device.name?.lowercased() == lower
        || device.device.addresses.contains { "\($0)" == lower }
    }
    return [device?.id ?? lower]
  }
}
