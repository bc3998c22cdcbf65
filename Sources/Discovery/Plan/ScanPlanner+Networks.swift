import Networking
import Wire

extension ScanPlanner {
  /// The networks of the interfaces, for a scan without named networks.
  func discovered() throws(ScanPlanError) -> [ConsideredNetwork] {
    configuration.interfaces
      .filter { !$0.isLoopback }
      .sorted { $0.index < $1.index }
      .flatMap { interface -> [ConsideredNetwork] in
        if let reason = skipReason(of: interface) {
          return reports(of: interface, skipped: reason).map { .skipped($0) }
        }
        if interface.ipv4.isEmpty {
          return [.listening(reportWithoutIPv4(of: interface), interface)]
        }
        return interface.ipv4.map { own in considered(own, on: interface) }
      }
  }

  /// The networks that were named.
  func named() throws(ScanPlanError) -> [ConsideredNetwork] {
    var found: [ConsideredNetwork] = []
    for selector in options.networks {
      switch selector {
      case .interface(let name): found += try networksOf(interfaceNamed: name)
      case .prefix(let prefix): found += try networks(within: prefix)
      }
    }
    return found
  }

  private func skipReason(of interface: Interface) -> SkipReason? {
    if let engine = interface.engine { return .madeByEngine(engine) }
    if interface.readiness != .up { return .notReady(interface.readiness) }
    if !interface.isBroadcast { return .noBroadcast }
    guard interface.ipv4.isEmpty else { return nil }
    return interface.speaksIPv6 && !isPart(interface) ? nil : .noAddress
  }

  /// Whether it seems to be a port of a bridge or bond, or to carry a VLAN, that is scanned itself:
  /// those have its link address.
  private func isPart(_ interface: Interface) -> Bool {
    configuration.interfaces.contains { other in
      other.index != interface.index && !other.ipv4.isEmpty && other.mac != nil
        && other.mac == interface.mac
    }
  }

  private func considered(_ own: Interface.IPv4, on interface: Interface) -> ConsideredNetwork {
    var report = report(own.prefix, own: own.address, on: interface)
    let hasBetter = interface.ipv4.contains { $0.address.scope == .privateUse }
    if own.address.scope == .linkLocal, !hasBetter {
      // 65,534 addresses with hardly any device: sweeping them takes minutes without privileges.
      report.skipped = .notSwept
      return .listening(report, interface)
    }
    switch own.address.scope {
    case .privateUse: break
    case .linkLocal: report.skipped = .selfAssigned
    default: if !options.allowsPublicTargets { report.skipped = .publicAddresses }
    }
    if own.prefix.length < Self.shortestPrefix { report.skipped = .tooLarge }
    if own.prefix.length == 32 { report.skipped = .ownAddressOnly }
    guard report.skipped == nil else { return .skipped(report) }
    return .scanned(
      report,
      ScanPlan.Target(
        prefix: own.prefix,
        interface: interface,
        ownAddress: own.address,
        isOnLink: true
      )
    )
  }

  private func networksOf(interfaceNamed name: String) throws(ScanPlanError)
    -> [ConsideredNetwork]
  {
    guard let interface = configuration.interfaces.first(where: { $0.name == name }) else {
      throw .unknownInterface(name, known: configuration.interfaces.map(\.name))
    }
    guard interface.readiness == .up else { throw .interfaceDown(name, interface.readiness) }
    guard !interface.ipv4.isEmpty else {
      guard interface.speaksIPv6 else { throw .noAddress(interface: name) }
      return [.listening(reportWithoutIPv4(of: interface), interface)]
    }
    var found: [ConsideredNetwork] = []
    for own in interface.ipv4 {
      try check(own.prefix)
      found.append(
        .scanned(
          report(own.prefix, own: own.address, on: interface),
          target(own.prefix, on: interface)
        )
      )
    }
    return found
  }

  /// The targets of a named range: the parts on interfaces' subnets, and the rest behind a router.
  private func networks(within prefix: IPv4Prefix) throws(ScanPlanError) -> [ConsideredNetwork] {
    try check(prefix)
    let ready = configuration.interfaces.filter { $0.readiness == .up }
    var remote = [prefix]
    var found: [ConsideredNetwork] = []
    for interface in configuration.interfaces {
      for own in interface.ipv4 {
        guard let common = own.prefix.intersection(prefix),
          remote.contains(where: { $0.intersection(common) == common })
        else { continue }
        guard interface.readiness == .up else {
          throw .interfaceDown(interface.name, interface.readiness)
        }
        remote = remote.flatMap { $0.subtracting(common) }
        found.append(
          .scanned(
            report(common, own: own.address, on: interface),
            target(common, on: interface)
          )
        )
      }
    }
    guard !remote.isEmpty else { return found }
    let gateway = configuration.gateways.first { $0.address.v4 != nil }
    let first = ready.first { !$0.isLoopback && !$0.ipv4.isEmpty }
    guard let way = ready.first(where: { $0.index == gateway?.interface }) ?? first else {
      throw .noRoute(prefix)
    }
    return found
      + remote.map { part in .scanned(report(part, own: nil, on: way), target(part, on: way)) }
  }

  /// Refuses what must not or can't be swept.
  private func check(_ prefix: IPv4Prefix) throws(ScanPlanError) {
    guard prefix.length >= Self.shortestPrefix else { throw .tooLarge(prefix) }
    // A prefix of /16 or longer lies within one scope.
    switch prefix.base.scope {
    case .privateUse, .linkLocal, .loopback: break
    case .multicast, .reserved, .unspecified: throw .notDevices(prefix)
    case .global: if !options.allowsPublicTargets { throw .publicTarget(prefix) }
    }
  }

  private func target(_ prefix: IPv4Prefix, on interface: Interface) -> ScanPlan.Target {
    let own = interface.ipv4.first { prefix.contains($0.address) }
    let isDirect = interface.ipv4.contains { $0.prefix.intersection(prefix) == prefix }
    return ScanPlan.Target(
      prefix: prefix,
      interface: interface,
      ownAddress: own?.address,
      // Tunnels have neither ARP nor broadcast: only TCP and ICMP find hosts there.
      isOnLink: isDirect && interface.isBroadcast && !interface.isLoopback
    )
  }

  private func report(
    _ prefix: IPv4Prefix,
    own address: IPv4Address?,
    on interface: Interface
  ) -> NetworkReport {
    NetworkReport(
      cidr: prefix,
      interface: interface.name,
      address: address,
      gateway: configuration.gateways.first { $0.interface == interface.index }?.address,
      state: interface.readiness
    )
  }

  private func reportWithoutIPv4(of interface: Interface) -> NetworkReport {
    NetworkReport(
      cidr: nil,
      interface: interface.name,
      gateway: configuration.gateways.first { $0.interface == interface.index }?.address,
      state: interface.readiness
    )
  }

  private func reports(of interface: Interface, skipped reason: SkipReason) -> [NetworkReport] {
    if interface.ipv4.isEmpty {
      return [
        NetworkReport(
          cidr: nil,
          interface: interface.name,
          state: interface.readiness,
          skipped: reason
        )
      ]
    }
    return interface.ipv4.map { own in
      var report = report(own.prefix, own: own.address, on: interface)
      report.skipped = reason
      return report
    }
  }
}

extension Interface {
  /// Whether its IPv6 devices can be found, by multicast.
  fileprivate var speaksIPv6: Bool {
    isMulticast && !isLoopback && ipv6.contains { $0.address.scope == .linkLocal }
  }
}

extension Interface {
  /// The container or VM engine that made the interface, as far as its name and kind tell.
  ///
  /// Kind alone decides nothing: a home's own bridge is a `bridge`, and inside a container `eth0` is
  /// a `veth`.
  var engine: String? {
    for (prefix, kinds, engine) in Self.engines where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count)
      let isNumbered = rest.utf8.allSatisfy { (48...57).contains($0) }
      switch kinds {
      case .any: return engine
      case .numbered: if isNumbered { return engine }
      case .hexadecimal: if rest.utf8.count == 12, rest.allSatisfy(\.isHexDigit) { return engine }
      }
    }
    return nil
  }

  /// What follows a prefix in an engine's names.
  private enum Suffix {
    case any
    case numbered
    case hexadecimal
  }

  /// Names as the engines give them.
  private static let engines: [(prefix: String, suffix: Suffix, engine: String)] = [
    ("docker", .any, "Docker"),
    // A user's Docker network: `br-` and the first twelve digits of its id.
    ("br-", .hexadecimal, "Docker"),
    ("veth", .any, "a container engine"),
    ("podman", .any, "Podman"),
    ("cni", .any, "a container engine (CNI)"),
    ("flannel", .any, "Kubernetes (flannel)"),
    ("cali", .any, "Kubernetes (Calico)"),
    ("cilium", .any, "Kubernetes (Cilium)"),
    ("kube-", .any, "Kubernetes"),
    ("nodelocaldns", .any, "Kubernetes"),
    ("lxcbr", .numbered, "LXC"),
    ("lxdbr", .numbered, "LXD"),
    ("incusbr", .numbered, "Incus"),
    ("ve-", .any, "systemd-nspawn"),
    ("vb-", .any, "systemd-nspawn"),
    ("virbr", .any, "libvirt"),
    ("vnet", .numbered, "libvirt"),
    ("vmnet", .numbered, "VMware"),
    ("vboxnet", .numbered, "VirtualBox"),
    ("waydroid", .any, "Waydroid"),
    ("anbox", .any, "Anbox"),
    ("mpqemubr", .numbered, "Multipass"),
  ]
}
