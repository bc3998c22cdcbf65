internal import DemoHome
import Networking
import Wire

extension SimulatedKernel {
  /// A connection that its probe keeps, with the device's side of it.
  struct KeptConnection {
    var probe: Probe
    var attempt: Int
    var place: Place
    var port: DeviceCounters.Port
    var served: any ServedConnection
    var lateness: Duration
    /// Bytes that the machine was given.
    var received = 0
    /// Whether the device has said all.
    var isOver = false
    /// When the last byte of each direction arrives; bytes don't overtake each other.
    var lastArrival: [MonotonicTime]
  }

  /// What happens on the device's side.
  enum ServedEvent: Sendable {
    case begin
    case bytes([UInt8])
    case resume
  }

  /// Ethernet's segment without options.
  private static let segmentSize = 1460
  /// How long a lost segment first waits to be sent again; doubled each time.
  private static let repetition: Duration = .milliseconds(200)
  /// What a kept connection may bring.
  static let mostBytes = 1 << 20

  /// Keeps an accepted connection; false where no listener serves it.
  mutating func keep(_ ticket: Ticket, _ active: ActiveProbe, for time: Duration) -> Bool {
    guard let v4 = active.probe.target.address.v4 else { return false }
    let interface = topology.links[active.link].interface.index
    guard let place = places[Key(address: v4, interface: interface)], let host = host(at: place),
      let listener = host.device.listeners.first(where: { $0.port == active.probe.target.port })
    else { return false }
    connections[ticket] = KeptConnection(
      probe: active.probe,
      attempt: active.attempt,
      place: place,
      port: DeviceCounters.Port(host.device.label, listener.port),
      served: listener.service.accept(),
      lateness: host.device.lateness,
      lastArrival: [now, now]
    )
    queue.add(.closed(ticket, attempt: active.attempt, .exhausted), at: now + time)
    plan(.begin, ticket, attempt: active.attempt)
    return true
  }

  /// Sends bytes of the machine's.
  mutating func write(_ ticket: Ticket, _ bytes: [UInt8], _ purpose: Purpose) {
    guard let connection = connections[ticket], !bytes.isEmpty else { return }
    traffic.wrote(to: connection.probe.target.address, for: purpose, bytes: bytes.count)
    for piece in pieces(bytes) { plan(.bytes(piece), ticket, attempt: connection.attempt) }
  }

  /// Something reaches the device.
  mutating func serve(_ ticket: Ticket, attempt: Int, _ event: ServedEvent) {
    guard let connection = connections[ticket], connection.attempt == attempt,
      !connection.isOver,
      let host = host(at: connection.place), host.presence.contains(now - began)
    else { return }
    let step: ServedStep?
    switch event {
    case .begin:
      step = connections[ticket]?.served.begin()
    case .bytes(let bytes):
      counters.bytes[connection.port, default: 0] += bytes.count
      step = connections[ticket]?.served.take(bytes)
    case .resume:
      step = connections[ticket]?.served.resume()
    }
    guard let step, step != .wait else { return }
    if connection.lateness == .zero {
      say(step, ticket, attempt: attempt)
    } else {
      queue.add(.sayStep(step, ticket, attempt: attempt), at: now + connection.lateness)
    }
  }

  /// The device sends, and does what follows.
  mutating func say(_ step: ServedStep, _ ticket: Ticket, attempt: Int) {
    guard let connection = connections[ticket], connection.attempt == attempt,
      !connection.isOver
    else { return }
    for piece in pieces(step.sending) {
      let time = segmentArrival(ticket, .back)
      queue.add(.receive(ticket, attempt: attempt, piece), at: time)
    }
    switch step.next {
    case .wait:
      break
    case .resume(let wait):
      // Even an endless body takes some time.
      let time = now + max(wait, .microseconds(100))
      queue.add(.serve(ticket, attempt: attempt, .resume), at: time)
    case .close, .reset:
      connections[ticket]?.isOver = true
      let end: ConnectionEnd = step.next == .close ? .ended : .reset
      queue.add(.closed(ticket, attempt: attempt, end), at: segmentArrival(ticket, .back))
    }
  }

  /// Bytes of the device's have reached the machine.
  mutating func receive(_ ticket: Ticket, attempt: Int, _ bytes: [UInt8]) -> NetworkEvent? {
    guard let connection = connections[ticket], connection.attempt == attempt else { return nil }
    let room = Self.mostBytes - connection.received
    connections[ticket]?.received += bytes.count
    if bytes.count > room { queue.add(.closed(ticket, attempt: attempt, .exhausted), at: now) }
    return room > 0 ? .received(ticket, Array(bytes.prefix(room))) : nil
  }

  /// A connection ends, but not by the machine's wish.
  mutating func close(_ ticket: Ticket, attempt: Int, _ end: ConnectionEnd) -> NetworkEvent? {
    guard let connection = connections[ticket], connection.attempt == attempt else { return nil }
    hangUp(ticket)
    return .closed(ticket, connection.received > Self.mostBytes ? .exhausted : end)
  }

  /// Forgets a connection and gives its place in the budget to the next.
  mutating func hangUp(_ ticket: Ticket) {
    guard connections.removeValue(forKey: ticket) != nil else { return }
    budget.finish()
    startWaiting()
  }

  func host(at place: Place) -> SimulatedHost? {
    place.host.map { topology.links[place.link].hosts[$0] }
  }

  private mutating func plan(_ event: ServedEvent, _ ticket: Ticket, attempt: Int) {
    queue.add(.serve(ticket, attempt: attempt, event), at: segmentArrival(ticket, .out))
  }

  /// When a segment that leaves now arrives, be it at its third try.
  private mutating func segmentArrival(_ ticket: Ticket, _ direction: Direction) -> MonotonicTime {
    guard let connection = connections[ticket] else { return now }
    var lost: Duration = .zero
    var wait = Self.repetition
    var time: MonotonicTime?
    for _ in 0..<6 {
      time = arrival(link: connection.place.link, direction)
      if time != nil { break }
      lost += wait
      wait += wait
    }
    let last = connection.lastArrival[direction.rawValue]
    let arrival = max(last, (time ?? now) + lost)
    connections[ticket]?.lastArrival[direction.rawValue] = arrival
    return arrival
  }

  private func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: Self.segmentSize).map { start in
      Array(bytes[start..<min(start + Self.segmentSize, bytes.count)])
    }
  }
}
