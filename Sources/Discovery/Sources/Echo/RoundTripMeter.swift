import Model
import Networking
import Wire

/// Schedules the echoes of round-trip measurements, without I/O and clocks.
///
/// A single round trip is unreliable: the first may include ARP or a radio's wake-up, any may be
/// delayed. A series at intervals distinguishes wired from wireless links.
struct RoundTripMeter: Sendable {
  /// Echoes to one address, beyond those that found it.
  static let echoes = 6
  /// Longer than an access point's beacon interval (102 ms), so that power-saving radios show.
  static let spacing: Duration = .milliseconds(160)
  /// The timeout of a reply; slower hosts are not in this home.
  static let patience: Duration = .seconds(1)
  /// The most addresses that get a series; others keep a single round trip.
  private static let mostMeasured = 256

  private struct Series: Sendable {
    var socket: Int
    var sent = 0
    var samples: [Double] = []
    var isReported = false
  }

  /// An echo that waits for its reply.
  private struct Waiting: Sendable {
    var address: IPAddress
    var cookie: EchoCookie
  }

  private var series: [IPAddress: Series] = [:]
  private var waiting: [UInt16: Waiting] = [:]
  /// Pending echoes and timeouts in order of time: all delays are equal.
  private var due = Fifo<(time: MonotonicTime, address: IPAddress)>()
  private var ends = Fifo<(time: MonotonicTime, address: IPAddress)>()

  /// Whether a reply with that number is waited for.
  func isOpen(_ sequence: UInt16) -> Bool { waiting[sequence] != nil }

  /// The time of the next echo or timeout.
  var next: MonotonicTime? {
    switch (due.first?.time, ends.first?.time) {
    case (let asked?, let given?): min(asked, given)
    case (let asked, let given): asked ?? given
    }
  }

  /// Begins the series of an address that has just replied.
  mutating func begin(with address: IPAddress, socket: Int, now: MonotonicTime) {
    guard series[address] == nil, series.count < Self.mostMeasured else { return }
    series[address] = Series(socket: socket)
    due.append((now + Self.spacing, address))
  }

  /// Removes and returns the next due address.
  mutating func nextAsk(now: MonotonicTime) -> (address: IPAddress, socket: Int)? {
    guard let first = due.first, first.time <= now else { return nil }
    _ = due.popFirst()
    guard let socket = series[first.address]?.socket else { return nil }
    return (first.address, socket)
  }

  /// Notes that an echo went out.
  mutating func sent(to address: IPAddress, sequence: UInt16, _ cookie: EchoCookie) {
    waiting[sequence] = Waiting(address: address, cookie: cookie)
    series[address]?.sent += 1
    if series[address]?.sent ?? Self.echoes < Self.echoes {
      due.append((cookie.sentAt + Self.spacing, address))
    } else {
      ends.append((cookie.sentAt + Self.patience, address))
    }
  }

  /// Takes a reply; true where it is one that was waited for.
  mutating func take(
    _ rtt: Double,
    from subject: IPAddress,
    sequence: UInt16,
    _ cookie: EchoCookie
  ) -> Bool {
    guard let known = waiting[sequence], known.cookie == cookie, known.address == subject
    else { return false }
    waiting[sequence] = nil
    series[subject]?.samples.append(rtt)
    return true
  }

  /// The samples, once, if all echoes were answered.
  mutating func complete(_ address: IPAddress) -> [Double]? {
    guard let known = series[address], known.samples.count == Self.echoes else { return nil }
    return tell(address)
  }

  /// The samples of the next address whose time is up.
  mutating func expire(now: MonotonicTime) -> (address: IPAddress, samples: [Double])? {
    while let end = ends.first, end.time <= now {
      _ = ends.popFirst()
      if let samples = tell(end.address) { return (end.address, samples) }
    }
    if series.isEmpty || due.isEmpty && ends.isEmpty { waiting = [:] }
    return nil
  }

  private mutating func tell(_ address: IPAddress) -> [Double]? {
    guard let known = series[address], !known.isReported, !known.samples.isEmpty else { return nil }
    series[address]?.isReported = true
    return known.samples
  }
}

extension EchoSweep {
  /// Sends due echoes, and reports finished measurements.
  mutating func measure(_ context: inout SourceContext) {
    while let (address, samples) = roundTrips.expire(now: context.now) {
      context.observe(.roundTrips(samples), about: address)
    }
    while let (address, socket) = roundTrips.nextAsk(now: context.now) {
      guard sockets[socket].isOpen else { continue }
      // These echoes may exceed the pace, but count against it.
      _ = pace.take(1, now: context.now)
      let ask = Ask(address: address, socket: socket, attempt: 1)
      let sent = transmit(ask, purpose: .latency, &context)
      roundTrips.sent(to: address, sequence: sent.sequence, sent.cookie)
    }
    if let next = roundTrips.next { wake(at: next, &context) }
  }

  /// Reports a finished measurement.
  mutating func report(_ address: IPAddress, _ context: inout SourceContext) {
    guard let samples = roundTrips.complete(address) else { return }
    context.observe(.roundTrips(samples), about: address)
  }
}
