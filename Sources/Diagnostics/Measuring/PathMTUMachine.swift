public import Networking
public import Wire

/// Path MTU discovery by probes with the Don't Fragment bit.
///
/// Routers report their next-hop MTU by ICMP; where big probes get no answer and small ones do (a
/// black hole), the MTU is searched for.
public struct PathMTUMachine: NetworkMachine {
  /// The result, once.
  public enum Output: Hashable, Sendable {
    /// Nothing can be sent at all.
    case unavailable(LocalFailure)
    /// The path MTU.
    case found(PathMTUResult)
  }

  private let target: IPAddress
  private let method: PathMethod
  private let token: UInt64
  private var finding: PathMTUResult
  private var phase = Phase.opening
  private var number: UInt32 = 0
  /// Unanswered probes, by number.
  private var waiting: [UInt32: (size: Int, at: MonotonicTime)] = [:]
  private var answered: Set<Int> = []
  private var slowest: Duration?
  private var batchEnd = MonotonicTime(nanoseconds: 0)
  private var batches = 0
  /// The least size that is known to be lost.
  private var bad = 0

  private enum Phase: Hashable {
    case opening
    /// The biggest possible size is probed, up to three times.
    case asking(size: Int, times: Int)
    /// Big and small probes are interleaved, to rule out general loss.
    case comparing(size: Int)
    case searching
    case over
  }

  /// A machine for a target, with the own link's MTU and the token of its payloads; silence to UDP
  /// proves nothing, since most hosts rate-limit ICMP errors.
  public init(_ target: IPAddress, _ method: PathMethod, link: Int, token: UInt64) {
    self.target = target
    self.method = method
    self.token = token
    finding = PathMTUResult(link: min(max(link, 68), 65_535))
  }

  private static let socket = Ticket(owner: 0, number: 1)
  private static let waking = Ticket(owner: 0, number: 0)
  /// The timeout of the first batch, and the least one of later batches.
  private static let patience = Duration.seconds(1)
  private static let leastPatience = Duration.milliseconds(300)
  private static let mostBatches = 16
  /// MTUs of common links and tunnels, tried first.
  private static let usual = [
    9000, 4352, 1500, 1492, 1480, 1472, 1460, 1450, 1440, 1420, 1400, 1380, 1360, 1300, 1280, 1006,
  ]

  /// The minimum MTU (576: RFC 791, 1280: RFC 8200).
  private var least: Int { min(finding.link, target.v4 == nil ? 1280 : 576) }
  /// The headers of IP, and of ICMP or UDP.
  private var headers: Int { (target.v4 == nil ? 40 : 20) + 8 }

  /// Opens the socket.
  public mutating func start(_ port: inout NetworkPort<Output>) {
    let socket = PathSocketOptions(
      family: target.family,
      method: method,
      patience: Self.patience,
      fragmentation: .probing
    )
    port.request(.open(Self.socket, .path(socket)))
  }

  /// Takes one event.
  public mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Output>) {
    switch event {
    case .opened: ask(finding.link, times: 1, &port)
    case .failed(_, let failure):
      port.output(.unavailable(failure))
      return port.finish()
    case .launched(_, let number, let moment): waiting[number]?.at = moment
    case .pathProbeFailed(_, let number, let failure): pathProbeFailed(number, failure, &port)
    case .pathReply(_, let reply): take(reply, &port)
    default: break
    }
    goOn(&port)
  }

  // MARK: Batches

  private mutating func ask(_ size: Int, times: Int, _ port: inout NetworkPort<Output>) {
    phase = .asking(size: size, times: times)
    var sizes = [Int](repeating: size, count: times == 1 ? 1 : 2)
    // A small probe shows whether the target answers at all.
    if answered.isEmpty, size != least { sizes.append(least) }
    send(sizes, &port)
  }

  private mutating func send(_ sizes: [Int], _ port: inout NetworkPort<Output>) {
    batches += 1
    for size in sizes {
      waiting[number] = (size, port.now)
      let probe = PathProbe(
        number: number,
        target: Endpoint(target, port: method == .icmp ? 0 : 33_434 + UInt16(number % 1000)),
        payload: ProbePayload.bytes(token: token, number: number, size: size - headers)
      )
      number += 1
      port.request(.launch(Self.socket, probe))
    }
    batchEnd = port.now + (slowest.map { max(Self.leastPatience, $0 * 4) } ?? Self.patience)
    port.request(.wake(Self.waking, at: batchEnd))
  }

  private mutating func take(_ reply: PathReply, _ port: inout NetworkPort<Output>) {
    guard let number = reply.number, let (size, at) = waiting[number] else { return }
    switch reply.kind {
    case .echoed, .answered, .portUnreachable, .open, .refused:
      waiting[number] = nil
      answered.insert(size)
      slowest = max(slowest ?? .zero, reply.receivedAt - at)
    case .unreachable(.tooBig(let mtu)):
      waiting[number] = nil
      guard let mtu, mtu < size, mtu >= 68 else { return }
      let limit = PathMTUResult.Limit(address: reply.source.withoutZone, mtu: mtu)
      if !finding.limits.contains(limit), finding.limits.count < 16 { finding.limits.append(limit) }
      if case .asking(size, _) = phase, batches < Self.mostBatches { ask(mtu, times: 1, &port) }
    case .timeExceeded, .unreachable: waiting[number] = nil
    }
  }

  private mutating func pathProbeFailed(
    _ number: UInt32,
    _ failure: LocalFailure,
    _ port: inout NetworkPort<Output>
  ) {
    guard let (size, _) = waiting.removeValue(forKey: number) else { return }
    // EMSGSIZE: the own link's MTU is smaller than configured.
    guard case .system(errno: 90, _) = failure else {
      if phase != .over, answered.isEmpty, failure != .noBuffers {
        phase = .over
        port.output(.unavailable(failure))
        port.finish()
      }
      return
    }
    guard case .asking(size, _) = phase, let next = Self.usual.first(where: { $0 < size }) else {
      return
    }
    finding.link = next
    ask(next, times: 1, &port)
  }

  private mutating func goOn(_ port: inout NetworkPort<Output>) {
    switch phase {
    case .opening, .over: return
    case .asking(let size, let times):
      if answered.contains(size) { return end(size, &port) }
      guard port.now >= batchEnd || waiting.isEmpty else { return }
      let isAlive = !answered.isEmpty
      if times < 3 { return ask(size, times: times + 1, &port) }
      guard isAlive, method == .icmp else { return end(nil, &port) }
      phase = .comparing(size: size)
      waiting = [:]
      let good = answered.max() ?? least
      send((0..<4).flatMap { _ in [good, size] }, &port)
    case .comparing(let size):
      guard port.now >= batchEnd || waiting.isEmpty else { return }
      if answered.contains(size) { return end(size, &port) }
      // Rate limits or loss make the comparison inconclusive.
      guard waiting.values.count(where: { $0.size != size }) <= 1 else { return end(nil, &port) }
      bad = size
      finding.isBlackHole = true
      search(&port)
    case .searching:
      guard port.now >= batchEnd || waiting.isEmpty else { return }
      search(&port)
    }
  }

  /// Sends the next batch of sizes between the biggest answered and the smallest lost one.
  private mutating func search(_ port: inout NetworkPort<Output>) {
    let isFirst = phase != .searching
    phase = .searching
    let good = answered.filter { $0 < bad }.max() ?? least
    if !isFirst {
      let silent = waiting.values.map(\.size).filter { $0 > good && !answered.contains($0) }
      bad = min(bad, silent.min() ?? bad)
    }
    waiting = [:]
    guard bad - good > 1, batches < Self.mostBatches else { return end(good, &port) }
    var sizes = isFirst ? Self.usual.filter { $0 > good && $0 < bad } : []
    if sizes.isEmpty {
      let parts = min(8, bad - good - 1)
      sizes = (1...parts).map { good + (bad - good) * $0 / (parts + 1) }.filter { $0 > good }
    }
    // Each twice, against single losses.
    send(sizes + sizes, &port)
  }

  private mutating func end(_ mtu: Int?, _ port: inout NetworkPort<Output>) {
    phase = .over
    finding.mtu = mtu
    if mtu == nil, let limit = finding.limits.last { finding.mtu = limit.mtu }
    port.output(.found(finding))
    port.finish()
  }
}
