public import Net
import Wire

/// What this system lets a scan do: each capability works or does not, because, and how to mend it.
public struct Diagnosis: Sendable {
  /// One capability's finding.
  public struct Check: Hashable, Sendable, Codable {
    /// Which.
    public var capability: Capability
    /// Whether it works.
    public var works: Bool
    /// Whether a scan finds devices without it.
    public var isOptional: Bool
    /// Why, in words.
    public var because: String
    /// What to do about it; `nil` where it works or nothing can be done.
    public var fix: String?

    private enum CodingKeys: String, CodingKey {
      case capability, works
      case isOptional = "optional"
      case because, fix
    }

    /// Writes an entry of `checks`.
    public func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(capability, forKey: .capability)
      try json.encode(works, forKey: .works)
      try json.encode(isOptional, forKey: .isOptional)
      try json.encode(because, forKey: .because)
      try json.encode(fix, forKey: .fix)
    }
  }

  /// The findings, the most important first.
  public var checks: [Check]
  /// The networks that a scan would consider.
  public var networks: [NetworkReport]
  /// What is said of the container that this runs in; `nil` if it runs in none, or on the host's
  /// own network.
  public var container: String?

  /// Whether a scan can find devices.
  public var isHealthy: Bool { checks.allSatisfy { $0.works || $0.isOptional } }

  /// Diagnoses the machine.
  ///
  /// - Parameters:
  ///   - configuration: Its network.
  ///   - planned: What would be scanned by default, or why nothing.
  ///   - findings: What a `CapabilityProbe` showed.
  ///   - isContainer: Whether a container engine's marks were found.
  public init(
    configuration: NetworkConfiguration,
    planned: Result<PlannedScan, ScanPlanError>,
    findings: [CapabilityProbe.Output],
    isContainer: Bool
  ) {
    switch planned {
    case .success(let planned): networks = planned.networks
    case .failure(.noNetwork(let reports)): networks = reports
    case .failure: networks = []
    }
    checks = [
      Self.interfaceCheck(planned),
      Self.tableCheck(findings),
      Self.socketCheck(.multicast, findings),
      Self.resolverCheck(configuration, planned, findings),
      Self.socketCheck(.echo, findings),
      Self.socketCheck(.raw, findings),
    ]
    container = Self.container(configuration, isContainer: isContainer)
  }

  private static func interfaceCheck(_ planned: Result<PlannedScan, ScanPlanError>) -> Check {
    switch planned {
    case .success(let planned):
      let names = planned.plan.targets.map { "\($0.interface.name) is up, on \($0.prefix)" }
      return Check(
        capability: .interface,
        works: true,
        isOptional: false,
        because: names.joined(separator: "; "),
        fix: nil
      )
    case .failure(let error):
      return Check(
        capability: .interface,
        works: false,
        isOptional: false,
        because: error.description,
        fix: "connect a cable or join a Wi-Fi network, or name a network with --network"
      )
    }
  }

  private static func tableCheck(_ findings: [CapabilityProbe.Output]) -> Check {
    for finding in findings {
      switch finding {
      case .neighbours(let count):
        return Check(
          capability: .neighbourTable,
          works: true,
          isOptional: false,
          because: "the kernel shows its \(count) entr\(count == 1 ? "y" : "ies")",
          fix: nil
        )
      case .fails(.neighbourTable, _, let failure):
        return Check(
          capability: .neighbourTable,
          works: false,
          isOptional: false,
          because: "the kernel does not show it: \(failure.words)",
          fix: "allow netlink sockets where homenet runs (in systemd: RestrictAddressFamilies)"
        )
      default: continue
      }
    }
    return Check(
      capability: .neighbourTable,
      works: false,
      isOptional: false,
      because: "the kernel did not answer",
      fix: nil
    )
  }

  private static func socketCheck(
    _ capability: Capability,
    _ findings: [CapabilityProbe.Output]
  ) -> Check {
    var good: [String] = []
    var bad: [(interface: String, failure: LocalFailure)] = []
    for finding in findings {
      switch finding {
      case .works(capability, let interface): good.append(interface)
      case .fails(capability, let interface, let failure): bad.append((interface, failure))
      default: continue
      }
    }
    if bad.isEmpty, !good.isEmpty {
      let because = "permitted on " + good.joined(separator: ", ")
      return Check(
        capability: capability,
        works: true,
        isOptional: true,
        because: because,
        fix: nil
      )
    }
    let reasons = bad.map { "\($0.interface): \($0.failure.words)" }
    return Check(
      capability: capability,
      works: false,
      isOptional: true,
      because: reasons.isEmpty
        ? "there is no interface to try it on" : reasons.joined(separator: "; "),
      fix: reasons.isEmpty ? nil : fix(for: capability)
    )
  }

  private static func fix(for capability: Capability) -> String? {
    switch capability {
    case .echo: "sudo sysctl -w net.ipv4.ping_group_range='0 2147483647'"
    case .raw:
      "sudo setcap cap_net_raw+ep \"$(command -v homenet)\"; devices are found without it, too"
    case .multicast: "allow UDP port 5353 and joining groups where homenet runs"
    case .interface, .neighbourTable, .resolver: nil
    }
  }

  private static func resolverCheck(
    _ configuration: NetworkConfiguration,
    _ planned: Result<PlannedScan, ScanPlanError>,
    _ findings: [CapabilityProbe.Output]
  ) -> Check {
    var answering: [String] = []
    var silent: [String] = []
    for case .resolver(let address, let outcome) in findings {
      if case .open = outcome {
        answering.append(address.description)
      } else {
        silent.append(address.description)
      }
    }
    let works = !answering.isEmpty
    let because: String
    var fix: String?
    if works {
      because = answering.joined(separator: ", ") + " answers"
    } else if !silent.isEmpty {
      because = silent.joined(separator: ", ") + " does not answer"
      fix = "see that /etc/resolv.conf names the router"
    } else if configuration.resolvers.isEmpty {
      because = "the system names none"
      fix = "see that /etc/resolv.conf names the router"
    } else {
      let names = configuration.resolvers.map(\.description).joined(separator: ", ")
      because = "only resolvers on the Internet (\(names)), which are not asked about the home"
      fix = "let /etc/resolv.conf name the router, or scan with --public-resolvers"
    }
    return Check(capability: .resolver, works: works, isOptional: true, because: because, fix: fix)
  }

  /// A container's `eth0` is one end of a pair, whose other end is on a bridge of the host's.
  private static func container(
    _ configuration: NetworkConfiguration,
    isContainer: Bool
  ) -> String? {
    let ways = Set(configuration.gateways.map(\.interface))
    let pair = configuration.interfaces.first { $0.kind == "veth" && ways.contains($0.index) }
    guard isContainer, let pair else { return nil }
    return "this is a container on a bridged network: \(pair.name) reaches other containers and the"
      + " Internet, but not the home; run it on the host's network (docker run --network host)"
  }
}

extension Diagnosis: Encodable {
  private enum CodingKeys: String, CodingKey { case schema, healthy, container, checks, networks }

  /// Writes `homenet.doctor/1`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode("homenet.doctor/1", forKey: .schema)
    try json.encode(isHealthy, forKey: .healthy)
    try json.encode(container, forKey: .container)
    try json.encode(checks, forKey: .checks)
    try json.encode(networks, forKey: .networks)
  }
}
