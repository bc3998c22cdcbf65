import Model
import Networking
import Wire

/// Whose round trips are being measured, and how far that is: no sockets, no clock.
///
/// A single round trip says little: the first may wait for ARP or wake a radio, any may be held up
/// on the way. A few, some time apart, tell a cable from a radio.
struct RoundTripBook: Sendable {
  /// Echoes to one address, beyond those that found it.
  static let echoes = 6
  /// Longer than the beacons of an access point are apart (102 ms), so that a radio that sleeps
  /// between them shows.
  static let spacing: Duration = .milliseconds(160)
  /// How long a reply is waited for; whoever takes longer is not in this home.
  static let patience: Duration = .seconds(1)
  /// Of more devices than that the time of one echo has to do.
  private static let mostMeasured = 256

  private struct Series: Sendable {
    var socket: Int
    var sent = 0
    var samples: [Double] = []
    var isTold = false
  }

  /// An echo that waits for its reply.
  private struct Waiting: Sendable {
    var address: IPAddress
    var cookie: EchoCookie
  }

  private var series: [IPAddress: Series] = [:]
  private var waiting: [UInt16: Waiting] = [:]
  /// Who is to be asked or given up at what time, in order of time: every wait is as long.
  private var due = Fifo<(time: MonotonicTime, address: IPAddress)>()
  private var ends = Fifo<(time: MonotonicTime, address: IPAddress)>()

  /// Whether a reply with that number is waited for.
  func isOpen(_ sequence: UInt16) -> Bool { waiting[sequence] != nil }

  /// When somebody is to be asked or given up next.
  var next: MonotonicTime? {
    switch (due.first?.time, ends.first?.time) {
    case (let asked?, let given?): min(asked, given)
    case (let asked, let given): asked ?? given
    }
  }

  /// Begins to measure somebody who has just replied.
  mutating func begin(with address: IPAddress, socket: Int, now: MonotonicTime) {
    guard series[address] == nil, series.count < Self.mostMeasured else { return }
    series[address] = Series(socket: socket)
    due.append((now + Self.spacing, address))
  }

  /// Whom to ask now, if anybody.
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

  /// What was measured, once, where every echo has been replied to.
  mutating func complete(_ address: IPAddress) -> [Double]? {
    guard let known = series[address], known.samples.count == Self.echoes else { return nil }
    return tell(address)
  }

  /// What was measured of the next one whose time is up.
  mutating func expire(now: MonotonicTime) -> (address: IPAddress, samples: [Double])? {
    while let end = ends.first, end.time <= now {
      _ = ends.popFirst()
      if let samples = tell(end.address) { return (end.address, samples) }
    }
    if series.isEmpty || due.isEmpty && ends.isEmpty { waiting = [:] }
    return nil
  }

  private mutating func tell(_ address: IPAddress) -> [Double]? {
    guard let known = series[address], !known.isTold, !known.samples.isEmpty else { return nil }
    series[address]?.isTold = true
    return known.samples
  }
}

extension EchoSweep {
  /// Sends the echoes that are due, and tells what has been measured by now.
  mutating func measure(_ context: inout SourceContext) {
    while let (address, samples) = roundTrips.expire(now: context.now) {
      context.observe(.roundTrips(samples), about: address)
    }
    while let (address, socket) = roundTrips.nextAsk(now: context.now) {
      guard sockets[socket].isOpen else { continue }
      // Beyond the pace it may wait a moment: nothing hangs on it.
      _ = pace.take(1, now: context.now)
      let ask = Ask(address: address, socket: socket, attempt: 1)
      let sent = transmit(ask, purpose: .latency, &context)
      roundTrips.sent(to: address, sequence: sent.sequence, sent.cookie)
    }
    if let next = roundTrips.next { wake(at: next, &context) }
  }

  /// Tells what was measured of an address where that is all.
  mutating func report(_ address: IPAddress, _ context: inout SourceContext) {
    guard let samples = roundTrips.complete(address) else { return }
    context.observe(.roundTrips(samples), about: address)
  }
}
