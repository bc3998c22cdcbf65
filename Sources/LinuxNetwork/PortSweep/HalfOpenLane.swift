internal import CShims
internal import Glibc
import Networking
internal import Wire

/// One thread's raw sockets of a sweep by half-open SYNs (raw(7)); needs `CAP_NET_RAW`.
///
/// The kernel knows nothing of these connections and answers each SYN-ACK with a reset, so that
/// none stays half open.
final class HalfOpenLane {
  private var hosts: SYNTargets
  private let addresses: TargetAddresses
  private let reserved: ReservedPorts
  private let segments: SYNSegments
  private let v4: RawTCPSocket?
  private let v6: RawTCPSocket?
  private let watch: FileDescriptor
  private var events = [epoll_event](repeating: epoll_event(), count: 4)
  private let outgoing = MessageBatch()
  private let incoming = MessageBatch()
  var results = SweepResults()

  init(_ targets: [PortSweep.Target], key: UInt64) throws(LocalFailure) {
    hosts = SYNTargets(targets)
    addresses = TargetAddresses(targets.map(\.address))
    let families = Set(targets.map { $0.address.v4 != nil ? AddressFamily.v4 : .v6 })
    do throws(SystemError) {
      reserved = try ReservedPorts(SYNSegments.portCount, families)
      segments = SYNSegments(key: key, sources: reserved.numbers)
      v4 = families.contains(.v4) ? try RawTCPSocket(.v4, ports: reserved.numbers) : nil
      v6 = families.contains(.v6) ? try RawTCPSocket(.v6, ports: reserved.numbers) : nil
      watch = FileDescriptor(
        owning: try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
      )
      for (socket, number) in [(v4, 4), (v6, 6)] {
        guard let descriptor = socket?.descriptor.rawValue else { continue }
        var event = epoll_event(
          events: Epoll.readable,
          data: epoll_data_t(u64: UInt64(number))
        )
        let raw = watch.rawValue
        try systemCall("epoll_ctl") { epoll_ctl(raw, EPOLL_CTL_ADD, descriptor, &event) }
      }
    } catch {
      throw error.localFailure
    }
  }

  // MARK: Asking

  /// Sends the probes' SYNs.
  func begin(_ batch: [PortSweep.Probe]) {
    var waiting: [PortSweep.Probe] = []
    for isV4 in [true, false] {
      waiting.removeAll(keepingCapacity: true)
      for probe in batch where hosts.isV4(probe.host) == isV4 {
        waiting.append(probe)
        if waiting.count == MessageBatch.capacity {
          send(waiting, isV4: isV4)
          waiting.removeAll(keepingCapacity: true)
        }
      }
      if !waiting.isEmpty { send(waiting, isV4: isV4) }
    }
  }

  private func send(_ probes: [PortSweep.Probe], isV4: Bool) {
    for (place, probe) in probes.enumerated() {
      segments.write(
        probe,
        constantSum: hosts.constantSum(probe.host),
        to: outgoing.payload(place)
      )
      addresses.withAddress(probe.host) { address, length in
        outgoing.address(place, to: address, length, length: SYNSegments.length)
      }
    }
    var from = 0
    var errors = 0
    while from < probes.count {
      do throws(SystemError) {
        let count = try put(from, probes.count, isV4: isV4)
        for probe in probes[from..<from + count] { results.noteSent(to: probe.host) }
        from += count
        errors = 0
      } catch {
        // A pending ICMP error makes one send fail without sending.
        errors += 1
        if errors < 8, isEcho(error) { continue }
        if error.wouldBlock || error.localFailure.isTransient {
          for probe in probes[from...] { results.shortages.append((probe, error.localFailure)) }
          return
        }
        let failure = SystemError(number: error.number, call: "connect").localFailure
        results.failures.append((probes[from], failure))
        from += 1
        errors = 0
      }
    }
  }

  private func put(_ from: Int, _ end: Int, isV4: Bool) throws(SystemError) -> Int {
    if isV4, let v4 { return try outgoing.send(v4.descriptor.rawValue, from: from, to: end) }
    if !isV4, let v6 { return try outgoing.send(v6.descriptor.rawValue, from: from, to: end) }
    return end - from
  }

  private func isEcho(_ error: SystemError) -> Bool {
    [EHOSTUNREACH, ECONNREFUSED, EPROTO, ENOPROTOOPT, EMSGSIZE, EACCES, ENETUNREACH, EHOSTDOWN]
      .contains(error.number)
  }

  // MARK: Receiving

  /// Waits for packets, at most so long, and takes all that have arrived.
  func wait(nanoseconds: Int64) throws(LocalFailure) {
    let raw = watch.rawValue
    let count = try orLocalFailure { () throws(SystemError) in
      try systemCall("epoll_wait") {
        shim_epoll_wait(raw, &events, Int32(events.count), nanoseconds)
      }
    }
    for event in events[..<Int(count)] {
      let isV4 = event.data.u64 == 4
      if event.events & Epoll.failed != 0 { takeErrors(isV4: isV4) }
      try takeSegments(isV4: isV4)
    }
  }

  private func takeSegments(isV4: Bool) throws(LocalFailure) {
    while results.answers.count < 8192 {
      let count: Int
      do throws(SystemError) {
        if isV4, let v4 {
          count = try incoming.receive(v4.descriptor.rawValue)
        } else if let v6 {
          count = try incoming.receive(v6.descriptor.rawValue)
        } else {
          return
        }
      } catch {
        if error.wouldBlock { return }
        // An ICMP error, whose particulars are in the queue.
        if isEcho(error) {
          takeErrors(isV4: isV4)
          continue
        }
        throw error.localFailure
      }
      for place in 0..<count { hear(place, isV4: isV4) }
      if count < MessageBatch.capacity { return }
    }
  }

  private func hear(_ place: Int, isV4: Bool) {
    let bytes = incoming.received(place)
    var header = 0
    let source: IPAddress
    if isV4 {
      guard bytes.count >= 20 else { return }
      header = Int(bytes[0] & 15) * 4
      let raw = bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
      source = .v4(IPv4Address(rawValue: UInt32(bigEndian: raw)))
    } else {
      // `sockaddr_in6`: the address is its ninth byte on.
      let name = incoming.sender(place)
      source = .v6(
        IPv6Address(
          high: UInt64(bigEndian: name.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
          low: UInt64(bigEndian: name.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
        ),
        zone: nil
      )
    }
    guard bytes.count >= header + 20, let host = hosts.place(of: source) else { return }
    func number(_ offset: Int) -> UInt16 {
      UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: header + offset, as: UInt16.self))
    }
    let acknowledged = bytes.loadUnaligned(fromByteOffset: header + 8, as: UInt32.self)
    // The control bits (RFC 9293, section 3.1): ACK is 16, RST 4, SYN 2.
    let flags = bytes[header + 13]
    guard flags & 16 != 0, flags & (4 | 2) != 0 else { return }
    answer(
      host,
      port: number(0),
      own: number(2),
      acknowledged: UInt32(bigEndian: acknowledged),
      flags & 4 != 0 ? .reset : .accepted
    )
  }

  private func answer(
    _ host: Int,
    port: UInt16,
    own: UInt16,
    acknowledged: UInt32,
    _ reason: PortReason
  ) {
    guard let index = hosts.index(of: port, host: host),
      let attempt = segments.attempt(acknowledging: acknowledged, to: own, host: host, port: port)
    else { return }
    let probe = PortSweep.Probe(host: host, index: index, port: port, attempt: attempt)
    results.answers.append((probe, reason))
  }

  /// Reads ICMP errors, which quote the SYN that they are about.
  private func takeErrors(isV4: Bool) {
    guard let descriptor = isV4 ? v4?.descriptor.rawValue : v6?.descriptor.rawValue else { return }
    for _ in 0..<4096 {
      guard let entry = SocketErrorQueue.next(rawValue: descriptor) else { return }
      guard let reason = PortReason(icmpType: entry.type, code: entry.code, isV4: entry.isV4),
        let target = entry.target, let host = hosts.place(of: target),
        entry.payload.count >= 8
      else { continue }
      let quoted = entry.payload
      func number(_ offset: Int) -> UInt16 {
        UInt16(quoted[offset]) << 8 | UInt16(quoted[offset + 1])
      }
      let sequence = UInt32(number(4)) << 16 | UInt32(number(6))
      answer(
        host,
        port: number(2),
        own: number(0),
        acknowledged: sequence &+ 1,
        reason
      )
    }
  }
}
