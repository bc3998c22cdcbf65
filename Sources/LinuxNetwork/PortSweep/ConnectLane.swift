internal import CShims
internal import Glibc
import Networking
internal import Wire

/// One thread's sockets of a sweep by connects.
///
/// Sockets are reused: `connect` can be called again after a refusal, and `connect(AF_UNSPEC)` ends
/// a pending or accepted connection (with a reset, which avoids TIME_WAIT). So a refused port takes
/// two calls and no new socket. Each socket stays registered with epoll, edge-triggered; the
/// outcome of an attempt is read from `connect` itself, so that stale edges do no harm.
struct ConnectLane: ~Copyable {
  /// A socket and what it is used for.
  private struct Slot {
    var descriptor: Int32
    var isV4: Bool
    var probe: PortSweep.Probe?
  }

  private let epoll: FileDescriptor
  private let targets: [IPAddress]
  private let addresses: TargetAddresses
  private var slots: [Slot] = []
  private var free4: [Int] = []
  private var free6: [Int] = []
  private var most: Int
  /// Where each probe under way is.
  private var places: [UInt64: Int] = [:]
  private var events = [epoll_event](repeating: epoll_event(), count: 512)
  /// The outcomes of probes since it was last emptied.
  var results = SweepResults()

  /// A lane with at most so many sockets.
  init(_ targets: [IPAddress], most: Int) throws(LocalFailure) {
    self.targets = targets
    addresses = TargetAddresses(targets)
    self.most = most
    do throws(SystemError) {
      epoll = FileDescriptor(
        owning: try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
      )
    } catch {
      throw error.localFailure
    }
  }

  deinit {
    // Owned by this value alone.
    for slot in slots where slot.descriptor >= 0 { _ = Glibc.close(slot.descriptor) }
  }

  /// How many more probes there is room for.
  var room: Int { most - places.count }

  // MARK: Asking

  /// Begins a probe; there must be room.
  mutating func begin(_ probe: PortSweep.Probe) {
    let isV4 = targets[probe.host].v4 != nil
    guard let place = takeSlot(isV4: isV4, for: probe) else { return }
    slots[place].probe = probe
    places[Self.key(probe)] = place
    let status = addresses.connect(slots[place].descriptor, host: probe.host, port: probe.port)
    switch status {
    case 0, EINPROGRESS, ECONNREFUSED, ECONNRESET: results.noteSent(to: probe.host)
    // Other errors are this machine's own, and nothing was sent.
    default: break
    }
    // The kernel may report an outcome at once; otherwise epoll does.
    if status != EINPROGRESS { conclude(place, probe, status) }
  }

  private static func key(_ probe: PortSweep.Probe) -> UInt64 {
    UInt64(probe.host) << 17 | UInt64(probe.index) << 1 | (probe.attempt == 0 ? 1 : 0)
  }

  private mutating func takeSlot(isV4: Bool, for probe: PortSweep.Probe) -> Int? {
    if let place = isV4 ? free4.popLast() : free6.popLast() { return place }
    // The other family's room.
    if slots.count >= most, let place = isV4 ? free6.popLast() : free4.popLast() {
      return reopen(place, isV4: isV4, probe) ? place : nil
    }
    slots.append(Slot(descriptor: -1, isV4: isV4))
    guard reopen(slots.count - 1, isV4: isV4, probe) else {
      slots.removeLast()
      // As many as there are will have to do.
      most = max(1, slots.count)
      return nil
    }
    return slots.count - 1
  }

  /// Gives a slot a new socket.
  private mutating func reopen(_ place: Int, isV4: Bool, _ probe: PortSweep.Probe?) -> Bool {
    if slots[place].descriptor >= 0 { _ = Glibc.close(slots[place].descriptor) }
    slots[place] = Slot(descriptor: -1, isV4: isV4)
    do throws(SystemError) {
      let descriptor = try systemCall("socket") {
        socket(
          isV4 ? AF_INET : AF_INET6,
          SocketType.stream | SocketType.nonBlocking | SocketType.closeOnExec,
          0
        )
      }
      slots[place].descriptor = descriptor
      var isOn: Int32 = 1
      // With it ICMP errors arrive with their codes.
      setsockopt(
        descriptor,
        isV4 ? SocketLevel.ip : SocketLevel.ipv6,
        isV4 ? Int32(SHIM_IP_RECVERR) : Int32(SHIM_IPV6_RECVERR),
        &isOn,
        socklen_t(MemoryLayout<Int32>.size)
      )
      // Edges only: EPOLLET, whose constant overflows Swift's Int32.
      var event = epoll_event(
        events: Epoll.writable | Epoll.failed | 1 << 31,
        data: epoll_data_t(u64: UInt64(place))
      )
      let epoll = epoll.rawValue
      try systemCall("epoll_ctl") { epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) }
      return true
    } catch {
      if let probe { results.shortages.append((probe, error.localFailure)) }
      return false
    }
  }

  // MARK: Receiving

  /// Waits for events, at most so long, and collects the probes' results.
  mutating func wait(nanoseconds: Int64) throws(LocalFailure) {
    var limit = nanoseconds
    while true {
      let epoll = epoll.rawValue
      let count = try orLocalFailure { () throws(SystemError) in
        try systemCall("epoll_wait") {
          shim_epoll_wait(epoll, &events, Int32(events.count), limit)
        }
      }
      for number in 0..<Int(count) {
        let event = events[number]
        let place = Int(event.data.u64)
        if let probe = slots[place].probe { look(place, probe, event.events) }
      }
      // Handles all waiting events before probes are judged as late.
      guard Int(count) == events.count, results.answers.count < 4096 else { return }
      limit = 0
    }
  }

  private mutating func look(_ place: Int, _ probe: PortSweep.Probe, _ events: UInt32) {
    let descriptor = slots[place].descriptor
    let status = addresses.connect(descriptor, host: probe.host, port: probe.port)
    switch status {
    case EALREADY, EINPROGRESS:
      // ICMP errors that arrive while the kernel handles the socket are only in the error queue.
      if events & Epoll.failed != 0 { readErrors(place, probe) }
    case EHOSTUNREACH, ENETUNREACH, EACCES, EPROTO, ENOPROTOOPT, EOPNOTSUPP:
      let reason = queuedReason(descriptor)
      end(place, probe, reason ?? (status == ENETUNREACH ? .networkUnreachable : .hostUnreachable))
      renew(place)
    case ECONNREFUSED:
      end(place, probe, .refused)
    default:
      conclude(place, probe, status)
    }
  }

  /// Takes what `connect` says for final.
  private mutating func conclude(_ place: Int, _ probe: PortSweep.Probe, _ status: Int32) {
    switch status {
    case 0, EISCONN:
      let isSelfConnected = isSelfConnection(place, probe)
      if !TargetAddresses.disconnect(slots[place].descriptor) { renew(place) }
      end(place, probe, isSelfConnected ? .refused : .accepted)
    case ECONNREFUSED:
      end(place, probe, .refused)
    case ECONNRESET:
      // It was accepted first: a refusal has its own number.
      end(place, probe, .accepted)
    case ECONNABORTED, ETIMEDOUT:
      // The kernel's own timeout; the sweep's timeout ends the probe.
      _ = TargetAddresses.disconnect(slots[place].descriptor)
    case EHOSTUNREACH, EHOSTDOWN:
      end(place, probe, .hostUnreachable)
      renew(place)
    default:
      let failure = SystemError(number: status, call: "connect").localFailure
      release(place, probe)
      renew(place)
      if failure.isTransient || failure == .addressUnavailable {
        results.shortages.append((probe, failure))
      } else {
        results.failures.append((probe, failure))
      }
    }
  }

  /// Ends waiting for a probe that the sweep has given up.
  mutating func cancel(_ probe: PortSweep.Probe) {
    guard let place = places[Self.key(probe)], slots[place].probe == probe else { return }
    if !TargetAddresses.disconnect(slots[place].descriptor) { renew(place) }
    release(place, probe)
  }

  private mutating func end(_ place: Int, _ probe: PortSweep.Probe, _ reason: PortReason) {
    results.answers.append((probe, reason))
    release(place, probe)
  }

  private mutating func release(_ place: Int, _ probe: PortSweep.Probe) {
    places[Self.key(probe)] = nil
    slots[place].probe = nil
    if slots[place].isV4 { free4.append(place) } else { free6.append(place) }
  }

  /// A socket with a queue of errors is replaced, not emptied.
  private mutating func renew(_ place: Int) {
    if !reopen(place, isV4: slots[place].isV4, nil) {
      if let index = free4.lastIndex(of: place) { free4.remove(at: index) }
      if let index = free6.lastIndex(of: place) { free6.remove(at: index) }
      most = max(1, most - 1)
    }
  }

  private mutating func readErrors(_ place: Int, _ probe: PortSweep.Probe) {
    guard let reason = queuedReason(slots[place].descriptor) else { return }
    end(place, probe, reason)
    renew(place)
  }

  private func queuedReason(_ descriptor: Int32) -> PortReason? {
    for _ in 0..<8 {
      guard let entry = SocketErrorQueue.next(rawValue: descriptor) else { return nil }
      if let reason = PortReason(icmpType: entry.type, code: entry.code, isV4: entry.isV4) {
        return reason
      }
    }
    return nil
  }

  /// Whether the socket is connected to itself, because the kernel chose the probed port as the
  /// source port: then the port is closed.
  private func isSelfConnection(_ place: Int, _ probe: PortSweep.Probe) -> Bool {
    var address = SocketAddress()
    let descriptor = slots[place].descriptor
    let status = address.fill { getsockname(descriptor, $0, &$1) }
    guard status == 0, let own = address.endpoint(zone: { _ in nil }) else { return false }
    return own.port == probe.port && own.address == targets[probe.host]
  }
}

/// What became of probes.
struct SweepResults {
  var answers: [(PortSweep.Probe, PortReason)] = []
  /// Ours, and passing.
  var shortages: [(PortSweep.Probe, LocalFailure)] = []
  /// Ours, and the same for all of the host's ports.
  var failures: [(PortSweep.Probe, LocalFailure)] = []
  /// How many probes were sent since the last count, by host.
  private(set) var sent: [Int: Int] = [:]

  /// Counts a probe that was sent.
  mutating func noteSent(to host: Int) {
    sent[host, default: 0] += 1
  }

  /// Takes the numbers of probes sent, which begin at 0 again.
  mutating func takeSent() -> [Int: Int] {
    defer { sent = [:] }
    return sent
  }

  /// Empties it, but for the numbers of probes sent.
  mutating func removeAll() {
    answers.removeAll(keepingCapacity: true)
    shortages.removeAll()
    failures.removeAll()
  }
}
