import Diagnostics
import Networking
import Wire

/// Sends the echoes of all checks over one socket an address family.
///
/// It wakes a hundred times a second while anybody waits, and ends when nobody has for some seconds, so
/// that a program without such monitors has neither its sockets nor its timer.
struct EchoMachine: NetworkMachine {
  /// What came of one request.
  struct Output: Hashable, Sendable {
    var id: UInt64
    var outcome: EchoOutcome
  }

  private struct Outstanding {
    var id: UInt64
    var target: IPAddress
    var deadline: MonotonicTime
    var launchedAt: MonotonicTime?
    var tries = 1
  }

  /// How often requests are taken: a check begins at most so much later; round trips aren't touched.
  private static let pace = Duration.milliseconds(10)
  /// How long it stays when nobody asks.
  private static let patience = Duration.seconds(5)
  /// How often an echo is sent that finds the kernel's buffers full.
  private static let mostTries = 3
  /// As ping's.
  private static let payloadSize = 56
  private static let waking = Ticket(owner: 0, number: 0)

  private let queue: EchoQueue
  /// The queue's number for it.
  private let number: Int
  private let token: UInt64
  private var open: Set<AddressFamily> = []
  /// What waits for a socket.
  private var opening: [AddressFamily: [UInt32]] = [:]
  private var outstanding: [UInt32: Outstanding] = [:]
  private var nextNumber: UInt32 = 0
  /// No deadline is earlier.
  private var nextDeadline: MonotonicTime?
  private var busyAt = MonotonicTime(nanoseconds: 0)

  /// A machine that serves the queue under that number.
  init(_ queue: EchoQueue, number: Int, token: UInt64) {
    self.queue = queue
    self.number = number
    self.token = token
  }

  private static func ticket(_ family: AddressFamily) -> Ticket {
    Ticket(owner: 0, number: family == .v4 ? 4 : 6)
  }

  mutating func start(_ port: inout NetworkPort<Output>) {
    busyAt = port.now
    goOn(&port)
  }

  mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Output>) {
    switch event {
    case .opened(let ticket, _): opened(ticket, &port)
    case .failed(let ticket, let failure): failed(ticket, failure, &port)
    case .launched(_, let number, let moment): outstanding[number]?.launchedAt = moment
    case .pathProbeFailed(_, let number, let failure): notSent(number, failure, &port)
    case .pathReply(_, let reply): take(reply, &port)
    case .woke: goOn(&port)
    default: break
    }
  }

  /// Takes requests, ends those whose time is up, and sets the next wakeup.
  private mutating func goOn(_ port: inout NetworkPort<Output>) {
    for request in queue.take() { begin(request, &port) }
    if let nextDeadline, nextDeadline <= port.now { expire(&port) }
    if !outstanding.isEmpty {
      busyAt = port.now
    } else if port.now - busyAt >= Self.patience, queue.close(number) {
      return port.finish()
    }
    port.request(.wake(Self.waking, at: port.now + Self.pace))
  }

  private mutating func begin(_ request: EchoRequest, _ port: inout NetworkPort<Output>) {
    nextNumber &+= 1
    let number = nextNumber
    let deadline = port.now + request.timeout
    outstanding[number] = Outstanding(
      id: request.id,
      target: request.target,
      deadline: deadline
    )
    nextDeadline = min(nextDeadline ?? deadline, deadline)
    let family: AddressFamily = request.target.v4 == nil ? .v6 : .v4
    if open.contains(family) { return launch(number, &port) }
    let isOpening = opening[family] != nil
    opening[family, default: []].append(number)
    if !isOpening {
      let socket = PathSocketOptions(family: family, method: .icmp)
      port.request(.open(Self.ticket(family), .path(socket)))
    }
  }

  private func launch(_ number: UInt32, _ port: inout NetworkPort<Output>) {
    guard let target = outstanding[number]?.target else { return }
    let payload = ProbePayload.bytes(token: token, number: number, size: Self.payloadSize)
    let probe = PathProbe(number: number, target: Endpoint(target, port: 0), payload: payload)
    port.request(.launch(Self.ticket(target.v4 == nil ? .v6 : .v4), probe))
  }

  private mutating func opened(_ ticket: Ticket, _ port: inout NetworkPort<Output>) {
    for family in [AddressFamily.v4, .v6] where Self.ticket(family) == ticket {
      open.insert(family)
      for number in opening.removeValue(forKey: family) ?? [] { launch(number, &port) }
    }
  }

  /// A socket can't be opened, or died; the next request tries again.
  private mutating func failed(
    _ ticket: Ticket,
    _ failure: LocalFailure,
    _ port: inout NetworkPort<Output>
  ) {
    for family in [AddressFamily.v4, .v6] where Self.ticket(family) == ticket {
      open.remove(family)
      opening[family] = nil
      let lost = outstanding.filter { ($0.value.target.v4 == nil) == (family == .v6) }
      for number in lost.keys.sorted() { end(number, .notSent(failure), &port) }
    }
  }

  private mutating func notSent(
    _ number: UInt32,
    _ failure: LocalFailure,
    _ port: inout NetworkPort<Output>
  ) {
    guard let echo = outstanding[number] else { return }
    if failure == .noBuffers, echo.tries < Self.mostTries {
      outstanding[number]?.tries += 1
      return launch(number, &port)
    }
    end(number, .notSent(failure), &port)
  }

  private mutating func take(_ reply: PathReply, _ port: inout NetworkPort<Output>) {
    guard let number = reply.number, let echo = outstanding[number] else { return }
    switch reply.kind {
    case .echoed:
      guard let launchedAt = echo.launchedAt else { return }
      end(number, .answered(max(.zero, reply.receivedAt - launchedAt)), &port)
    case .unreachable(let obstacle):
      end(number, .unreachable(obstacle, from: reply.source), &port)
    case .timeExceeded:
      end(number, .unreachable(.network, from: reply.source), &port)
    case .answered, .open, .refused, .portUnreachable: break
    }
  }

  private mutating func expire(_ port: inout NetworkPort<Output>) {
    let late = outstanding.filter { $0.value.deadline <= port.now }
    for number in late.keys.sorted() { end(number, .silent, &port) }
    nextDeadline = outstanding.values.map(\.deadline).min()
  }

  private mutating func end(
    _ number: UInt32,
    _ outcome: EchoOutcome,
    _ port: inout NetworkPort<Output>
  ) {
    guard let echo = outstanding.removeValue(forKey: number) else { return }
    port.output(Output(id: echo.id, outcome: outcome))
  }
}
