import LinuxNetwork
import Networking
import Wire

/// A host behind a lossy path, on a virtual clock: what a sweep would meet, repeatable to the bit.
struct SimulatedPorts {
  var open: Set<UInt16> = []
  /// Ports that say nothing; `nil` for none.
  var filtered: Set<UInt16> = []
  var filtersEverything = false
  var isAbsent = false
  /// What the network says where it is.
  var absence = PortReason.hostUnreachable
  /// The chance that a packet is lost, each way.
  var loss = 0.0
  var roundTrip = Duration.microseconds(400)
  /// Uniformly this much longer.
  var jitter = Duration.microseconds(200)
  /// Packets a second that the host can take, and how many may wait.
  var capacity: (perSecond: Double, queue: Int)?
  /// What the probes cross on their way there.
  var link: SimulatedLink?
  /// The sweep itself gets no processor for so long, every so often.
  var stalls: (each: Duration, long: Duration)?
  var seed: UInt64 = 1

  /// How a sweep of it went.
  struct Ending {
    var host: SweptHost
    var sent: Int
    var seconds: Double
    var mostInFlight: Int
    /// Probes in the busiest second.
    var busiest: Int
    var missed: Int
    /// Probes that the link dropped because its queue was full.
    var dropped: Int
    /// The longest time that a probe waited in the link's queue.
    var longestWait: Duration
  }

  private struct Arrival {
    var at: Int64
    var probe: PortSweep.Probe
    var reason: PortReason
  }

  /// Sweeps ports of it to the end.
  func sweep(
    _ ports: [UInt16],
    _ options: PortSweep.Options = PortSweep.Options(),
    isFragile: Bool = false,
    lanes: Int = 1
  ) -> Ending {
    var random = Generator(state: seed)
    var link = link
    var nextStall = stalls.map { 1_000_000_000 + $0.each.wholeNanoseconds }
    var sweep = PortSweep(
      [
        PortSweep.Target(
          .v4(IPv4Address(rawValue: 0x0A00_0001)),
          ports: ports,
          isFragile: isFragile
        )
      ],
      options: options,
      lanes: lanes
    )
    var now: Int64 = 1_000_000_000
    let start = now
    var arrivals: [Arrival] = []
    var busyUntil = now
    var inFlight = 0
    var most = 0
    var bySecond: [Int64: Int] = [:]
    var lane = 0
    while !sweep.isDone, now - start < 600_000_000_000 {
      while let first = arrivals.last, first.at <= now {
        arrivals.removeLast()
        sweep.answered(first.probe, first.reason, time(now))
        inFlight -= 1
      }
      lane = (lane + 1) % lanes
      var expired: [PortSweep.Probe] = []
      sweep.expire(time(now), lane: lane, into: &expired)
      var batch: [PortSweep.Probe] = []
      sweep.next(time(now), lane: lane, limit: 64, into: &batch)
      for probe in batch {
        bySecond[(now - start) / 1_000_000_000, default: 0] += 1
        inFlight += 1
        most = max(most, inFlight)
        // One after the other.
        now += 8000
        if let arrival = answer(probe, now, &busyUntil, &link, &random) {
          insert(arrival, &arrivals)
        }
      }
      inFlight -= expired.count
      if let stalls, let time = nextStall, now >= time {
        now += stalls.long.wholeNanoseconds
        nextStall = now + stalls.each.wholeNanoseconds
      }
      if batch.isEmpty {
        var wakes = (0..<lanes).compactMap { sweep.nextWake(lane: $0)?.nanoseconds }
        if let first = arrivals.last { wakes.append(first.at) }
        now = max(now + 1000, wakes.min() ?? now + 10_000_000)
      }
    }
    let host = sweep.hosts[0]
    return Ending(
      host: host,
      sent: sweep.sent,
      seconds: Double(now - start) / 1e9,
      mostInFlight: most,
      busiest: bySecond.values.max() ?? 0,
      missed: ports.filter(open.contains).count - host.found.count,
      dropped: link?.dropped ?? 0,
      longestWait: link?.longestWait ?? .zero
    )
  }

  private func time(_ nanoseconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: nanoseconds)
  }

  private func insert(_ arrival: Arrival, _ arrivals: inout [Arrival]) {
    // The soonest stands last.
    var low = 0
    var high = arrivals.count
    while low < high {
      let middle = (low + high) / 2
      if arrivals[middle].at > arrival.at { low = middle + 1 } else { high = middle }
    }
    arrivals.insert(arrival, at: low)
  }

  private func answer(
    _ probe: PortSweep.Probe,
    _ now: Int64,
    _ busyUntil: inout Int64,
    _ link: inout SimulatedLink?,
    _ random: inout Generator
  ) -> Arrival? {
    if isAbsent {
      return Arrival(at: now + 3_000_000_000, probe: probe, reason: absence)
    }
    let isLost = random.chance() < loss || random.chance() < loss
    let late = Int64(random.chance() * Double(jitter.wholeNanoseconds))
    var now = now
    if link != nil {
      guard let arrival = link?.arrival(sentAt: now, chance: random.chance()) else { return nil }
      now = arrival
    }
    if isLost || filtersEverything || filtered.contains(probe.port) { return nil }
    var at = now + roundTrip.wholeNanoseconds + late
    if let capacity {
      let each = Int64(1e9 / capacity.perSecond)
      busyUntil = max(busyUntil, now)
      guard (busyUntil - now) / each < Int64(capacity.queue) else { return nil }
      busyUntil += each
      at += busyUntil - now
    }
    let reason: PortReason = open.contains(probe.port) ? .accepted : .refused
    return Arrival(at: at, probe: probe, reason: reason)
  }

  /// SplitMix64.
  private struct Generator {
    var state: UInt64

    mutating func chance() -> Double {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return Double((mixed ^ mixed >> 31) >> 11) / Double(1 << 53)
    }
  }
}

extension PortSweep.Options {
  /// The defaults, with another miss rate or number of tries.
  static func with(missRate: Double = 1e-4, tries: Int = 10) -> PortSweep.Options {
    var options = PortSweep.Options()
    options.mostMissRate = missRate
    options.mostTries = tries
    return options
  }
}
