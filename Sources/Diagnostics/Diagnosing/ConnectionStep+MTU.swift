import Networking
internal import Wire

extension ConnectionStep {
  /// Judges how big packets to the target may be.
  static func mtu(_ finding: PathMTUFinding?, to host: String) -> ConnectionStep {
    guard let finding else {
      return ConnectionStep(.mtu, .unknown, "it could not be measured in time")
    }
    let evidence: [Figure] = [
      .number("mtu", finding.mtu.map(Double.init)), .number("link", Double(finding.link)),
      .text("limited_by", finding.limits.last?.address.description),
      .truth("black_hole", finding.isBlackHole),
    ]
    let words = finding.words(to: host)
    guard let mtu = finding.mtu else {
      return ConnectionStep(.mtu, .unknown, words, evidence: evidence)
    }
    return ConnectionStep(
      .mtu,
      finding.isBlackHole ? .bad : .ok,
      words,
      fault: finding.isBlackHole
        ? .blackHole(mtu) : mtu < finding.link ? .smallPath(mtu) : nil,
      evidence: evidence
    )
  }
}

extension ConnectionStepRunner {
  /// Measures how big packets to the target may be.
  func mtu(to host: TargetHost) async -> ConnectionStep? {
    if host.address.scope == .loopback || configuration.interfaces.have(host.address) {
      return .skipped(.mtu, "it is this machine itself", reason: "itself")
    }
    let network = environment.network
    let address = host.address
    let limit = within(.seconds(7))
    let found = await raced(limit) { await PathMTU.measure(address, by: network) }
    if Task.isCancelled { return nil }
    return .mtu(found ?? nil, to: host.host)
  }
}
