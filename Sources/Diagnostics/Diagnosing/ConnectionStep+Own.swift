internal import Networking
internal import Wire

extension ConnectionStep {
  /// Looks at cables and radios.
  static func link(_ configuration: NetworkConfiguration) -> ConnectionStep {
    let interfaces = configuration.outward
    let evidence = interfaces.prefix(16).map { interface in
      Figure.text(interface.name, interface.isReady ? "up" : interface.isUp ? "no link" : "off")
    }
    guard let first = interfaces.first else {
      return ConnectionStep(.link, .bad, "there is no interface but loopback", fault: .noInterface)
    }
    let ready = interfaces.filter(\.isReady).map(\.name)
    if !ready.isEmpty {
      let words = ready.joined(separator: " and ") + (ready.count == 1 ? " is up" : " are up")
      return ConnectionStep(.link, .ok, words, evidence: evidence)
    }
    if let dead = interfaces.first(where: \.isUp) {
      return ConnectionStep(
        .link,
        .bad,
        "\(dead.name) is switched on, but has no link",
        fault: .noCarrier(dead.name),
        evidence: evidence
      )
    }
    return ConnectionStep(
      .link,
      .bad,
      "\(first.name) is switched off",
      fault: .interfaceDown(first.name),
      evidence: evidence
    )
  }

  /// Looks at this machine's own addresses.
  static func address(_ configuration: NetworkConfiguration) -> ConnectionStep {
    let interfaces = configuration.outward.filter(\.isReady)
    guard let first = interfaces.first else { return skipped(.address, "no link") }
    var usable: [String] = []
    var selfAssigned: (name: String, address: IPAddress)?
    var evidence: [Figure] = []
    for interface in interfaces.prefix(16) {
      for entry in interface.ipv4.prefix(8) {
        let address = IPAddress.v4(entry.address)
        let text = "\(address)/\(entry.prefix.length)"
        evidence.append(.text(interface.name, text))
        if address.scope != .linkLocal {
          usable.append("\(text) on \(interface.name)")
        } else if selfAssigned == nil {
          selfAssigned = (interface.name, address)
        }
      }
      for entry in interface.ipv6.prefix(8) {
        let address = IPAddress.v6(entry.address, zone: nil)
        let text = "\(address)/\(entry.prefixLength)"
        evidence.append(.text(interface.name, text))
        if address.scope != .linkLocal { usable.append("\(text) on \(interface.name)") }
      }
    }
    if !usable.isEmpty {
      let more = usable.count > 2 ? " and \(usable.count - 2) more" : ""
      let words = usable.prefix(2).joined(separator: ", ") + more
      return ConnectionStep(.address, .ok, words, evidence: evidence)
    }
    if let (name, address) = selfAssigned {
      return ConnectionStep(
        .address,
        .bad,
        "only \(address) on \(name), which this machine gave itself",
        fault: .selfAssigned(name, address),
        evidence: evidence
      )
    }
    return ConnectionStep(
      .address,
      .bad,
      "\(first.name) has no address",
      fault: .noAddress(first.name),
      evidence: evidence
    )
  }
}

extension NetworkConfiguration {
  /// The interfaces that could lead out: those that default routes take, else the machine's
  /// hardware, else whatever else there is.
  var outward: [Interface] {
    let ways = Set(gateways.map(\.interface) + directWays)
    let others = interfaces.filter { !$0.isLoopback }
    let leading = others.filter { ways.contains($0.index) }
    if !leading.isEmpty { return leading }
    let hardware = others.filter { $0.kind == nil }
    return hardware.isEmpty ? others : hardware
  }

  /// The interfaces that default routes take without a next hop.
  var directInterfaces: [Interface] { interfaces.filter { directWays.contains($0.index) } }
}

extension Interface {
  /// Up, with a link.
  var isReady: Bool { isUp && hasCarrier }
}
