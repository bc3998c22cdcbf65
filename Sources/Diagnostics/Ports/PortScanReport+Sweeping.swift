internal import Identification
internal import LinuxNetwork

extension PortScanReport.Host {
  init(
    _ name: String,
    _ host: SweptHost,
    _ method: PortSweeper.Method,
    spared: [PortScanReport.Spared],
    listsAll: Bool
  ) {
    var ports: [PortScanReport.Port] = []
    var counts: [SweptPortState: Int] = [:]
    var unasked = 0
    let enough = host.triesForFiltered ?? .max
    for index in host.reasons.indices {
      guard host.reasons[index] != nil || host.tries[index] > 0 else {
        unasked += 1
        continue
      }
      let reason = host.reasons[index] ?? .silence
      let isCertain = reason != .silence || Int(host.tries[index]) >= enough
      let state = isCertain ? reason.state : .unknown
      counts[state, default: 0] += 1
      if listsAll || state == .open {
        let port = host.ports[index]
        let service = PortNames.service(atTCP: port)
        ports.append(
          PortScanReport.Port(
            port: port,
            reason: reason,
            service: service,
            serviceMethod: service.map { _ in .table },
            version: nil,
            isCertain: isCertain
          )
        )
      }
    }
    var spared = spared
    if let usual = host.usualPorts {
      let left = host.reasons.indices.filter {
        host.reasons[$0] == nil && host.tries[$0] == 0 && !usual.contains(host.ports[$0])
      }
      unasked -= left.count
      if !left.isEmpty {
        spared.append(
          PortScanReport.Spared(
            ports: left.map { host.ports[$0] }.sorted(),
            because: "it speaks IPP as printers do; --include-printers asks them"
          )
        )
      }
    }
    // A host that was never begun has no reasons at all.
    if host.reasons.isEmpty { unasked = host.portCount }
    self.init(
      host: name,
      address: host.address,
      isUp: host.absence != nil ? false : host.hasAnswered ? true : nil,
      absence: host.absence,
      method: PortScanReport.Method(method),
      ports: ports.sorted { $0.port < $1.port },
      open: counts[.open] ?? 0,
      closed: counts[.closed] ?? 0,
      filtered: counts[.filtered] ?? 0,
      unknown: counts[.unknown] ?? 0,
      unasked: unasked,
      expectedMissRate: host.expectedMissRate,
      loss: host.measuredLoss,
      spared: spared,
      failure: host.failure
    )
  }
}
