internal import Networking
public import Wire

/// Adds up what happens to the packets of a ping.
public struct PingTally: Sendable {
  private var targets: [PingReport.Target]
  private var undecided: [Int: Set<Int>] = [:]
  /// Where packets leave from: this machine's own words have no other speaker.
  var vantage = PathVantage()

  /// Nothing has happened yet.
  public init(_ targets: [(host: String, address: IPAddress)]) {
    self.targets = targets.map { PingReport.Target(host: $0.host, address: $0.address) }
  }

  /// What it comes to so far; packets that may yet be answered are left out.
  public var report: PingReport {
    var targets = targets
    for (target, sequences) in undecided { targets[target].sent -= sequences.count }
    return PingReport(targets: targets)
  }

  /// One host's figures so far.
  public func target(_ index: Int) -> PingReport.Target { report.targets[index] }

  /// Takes what happened.
  public mutating func take(_ event: PingEvent) {
    switch event {
    case .method(let method, let family):
      for index in targets.indices where targets[index].address?.family == family {
        targets[index].method = method.rawValue
      }
    case .unavailable(let family, let failure):
      for index in targets.indices where targets[index].address?.family == family {
        note(failure.code, from: nil, index)
      }
    case .port: break
    case .sent(let target, let sequence):
      targets[target].sent += 1
      undecided[target, default: []].insert(sequence)
    case .notSent(let target, let sequence, let failure):
      decide(target, sequence)
      targets[target].sent -= 1
      note(failure.code, from: nil, target)
    case .answered(let target, let sequence, let answer):
      decide(target, sequence)
      targets[target].received += 1
      targets[target].roundTrips.add(answer.roundTrip, sequence: sequence)
      if answer.isOutOfOrder { note("reordered", from: answer.source, target) }
    case .doubled(let target, _, _):
      targets[target].duplicates += 1
    case .late(let target, let sequence, let answer):
      decide(target, sequence)
      note("late", from: answer.source, target)
    case .failed(let target, let sequence, let from, let kind):
      decide(target, sequence)
      note(kind.code, from: vantage.isOwn(from) ? nil : from, target)
      if case .unreachable(.tooBig(let mtu?)) = kind {
        targets[target].mtu = min(mtu, targets[target].mtu ?? .max)
      }
    case .lost(let target, let sequence):
      decide(target, sequence)
    }
  }

  private mutating func decide(_ target: Int, _ sequence: Int) {
    undecided[target]?.remove(sequence)
    if undecided[target]?.isEmpty == true { undecided[target] = nil }
  }

  /// How many types of errors are kept of one host; anybody may send errors.
  private static let mostErrors = 64

  private mutating func note(_ type: String, from source: IPAddress?, _ target: Int) {
    let same = targets[target].errors.firstIndex { $0.type == type && $0.from == source }
    if let same {
      targets[target].errors[same].count += 1
    } else if targets[target].errors.count < Self.mostErrors {
      targets[target].errors.append(.init(type: type, from: source, count: 1))
    }
  }
}

extension PathReply.Kind {
  /// Its name in JSON.
  var code: String {
    switch self {
    case .echoed: "echo_reply"
    case .answered: "answer"
    case .open: "open"
    case .refused: "refused"
    case .portUnreachable: "port_unreachable"
    case .timeExceeded: "time_exceeded"
    case .unreachable(let obstacle): obstacle.code
    }
  }
}

extension PathObstacle {
  /// Its name in JSON.
  package var code: String {
    switch self {
    case .network: "network_unreachable"
    case .host: "host_unreachable"
    case .unknownProtocol: "protocol_unreachable"
    case .prohibited: "prohibited"
    case .tooBig: "too_big"
    case .other(let type, let code): "icmp_\(type)_\(code)"
    }
  }
}

extension LocalFailure {
  /// Its name in JSON: this machine's own fault.
  var code: String {
    switch self {
    case .noDescriptors: "local_no_descriptors"
    case .noBuffers: "local_no_buffers"
    case .addressUnavailable: "local_address_unavailable"
    case .notPermitted: "local_not_permitted"
    case .interfaceDown: "local_interface_down"
    case .refusedByPolicy: "local_refused"
    // ENETUNREACH, EMSGSIZE.
    case .system(errno: 101, _): "local_no_route"
    case .system(errno: 90, _): "local_too_big"
    case .system(let errno, _): "local_error_\(errno)"
    }
  }
}
