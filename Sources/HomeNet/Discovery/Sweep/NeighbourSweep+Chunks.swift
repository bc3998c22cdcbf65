import Net
import Wire

extension NeighbourSweep {
  /// Sends the next chunk if there is one and the table has room for it.
  mutating func sendChunk(_ context: inout SourceContext) {
    guard phase == .idle, hasWaiting else { return }
    let size = SweepPolicy.chunk(
      capacity: capacity,
      used: table.used,
      waiting: unasked + again.count,
      isPending: !pending.isEmpty
    )
    guard size > 0 else { return }
    let unaskedBefore = unasked
    var chunk: [Spot] = []
    chunk.reserveCapacity(size)
    while chunk.count < size, let spot = nextSpot(on: chunk.first?.interface) {
      if !context.hosts.answering.keys.contains(.v4(spot.address)),
        !remembered.contains(.v4(spot.address))
      {
        chunk.append(spot)
      }
    }
    context.countAsked(unaskedBefore - unasked)
    guard let interface = chunk.first?.interface else {
      // Everybody who waited has answered meanwhile, or the next is on another interface.
      if hasWaiting { wake(at: context.now, &context) }
      return
    }
    for spot in chunk {
      // The kernel makes an entry for each and tells nobody.
      table.set(.incomplete, of: .v4(spot.address), interface: interface)
      pending[spot] = context.now
      placements[spot, default: 0] += 1
    }
    phase = .sending(chunk)
    context.request(
      .solicit(context.ticket(Number.chunk), chunk.map(\.address), interface: interface)
    )
  }

  /// The next address to be asked on the interface: new ones first, then those to be asked again.
  private mutating func nextSpot(on interface: UInt32?) -> Spot? {
    if unasked > 0 {
      guard var rest = queue else { return nil }
      guard let spot = rest.next() else {
        unasked = 0
        return nextSpot(on: interface)
      }
      if let interface, spot.interface != interface { return nil }
      queue = rest
      unasked -= 1
      return spot
    }
    guard let spot = again.last, interface == nil || spot.interface == interface else { return nil }
    again.removeLast()
    return spot
  }

  /// A chunk has been sent: asks for a dump, which tells whether the kernel took all of it.
  mutating func sent(failed: [IPv4Address: LocalFailure], _ context: inout SourceContext) {
    guard case .sending(let chunk) = phase else { return }
    var taken: [Spot] = []
    for spot in chunk {
      if let failure = failed[spot.address] {
        pending[spot] = nil
        table.set(nil, of: .v4(spot.address), interface: spot.interface)
        if failure.isTransient {
          askLater(spot, because: failure, &context)
        } else {
          context.report(failure, interface: spot.interface)
        }
      } else {
        if pending[spot] != nil { pending[spot] = context.now }
        taken.append(spot)
      }
    }
    phase = .checking(taken)
    context.request(.readNeighbours(context.ticket(Number.read)))
  }

  /// A dump has been taken in: checks the chunk against it, or starts, and goes on.
  mutating func dumped(_ number: UInt32, _ context: inout SourceContext) {
    switch (number, phase) {
    case (Number.watch, .starting):
      phase = .idle
      sendChunk(&context)
    case (Number.read, .checking(let chunk)):
      phase = .idle
      check(chunk, &context)
    case (Number.refresh, _):
      for (spot, asked) in pending where asked + SweepPolicy.failureTime <= context.now {
        if table.state(.v4(spot.address), interface: spot.interface) == nil {
          fail(spot, &context)
        }
      }
      wakeSoon(&context)
    default:
      break
    }
  }

  /// Compares a chunk with the table: addresses without an entry were not asked.
  private mutating func check(_ chunk: [Spot], _ context: inout SourceContext) {
    var swallowed = 0
    for spot in chunk where pending[spot] != nil {
      if table.state(.v4(spot.address), interface: spot.interface) == nil {
        pending[spot] = nil
        swallowed += 1
        askLater(spot, because: .noBuffers, &context)
      }
    }
    capacity = SweepPolicy.capacity(capacity, used: table.used, swallowed: swallowed)
    if !pending.isEmpty { wake(at: context.now + SweepPolicy.failureTime, &context) }
    if swallowed == 0 {
      sendChunk(&context)
    } else {
      wake(at: context.now + SweepPolicy.fullTablePause, &context)
    }
  }

  /// Puts an address back that the kernel had no room for.
  private mutating func askLater(
    _ spot: Spot,
    because failure: LocalFailure,
    _ context: inout SourceContext
  ) {
    context.report(failure, interface: spot.interface)
    if placements[spot, default: 0] < SweepPolicy.placements { again.append(spot) }
  }

  /// The kernel has asked three times in vain: says so, and asks again where frames get lost.
  mutating func fail(_ spot: Spot, _ context: inout SourceContext) {
    guard pending.removeValue(forKey: spot) != nil else { return }
    context.observe(.unresolved, about: .v4(spot.address))
    rounds[spot, default: 0] += 1
    let asksAgain = SweepPolicy.asksAgain(
      rounds: rounds[spot, default: 0],
      isLossy: isLossy,
      isSmall: isSmall,
      discoverOnly: context.plan.discoverOnly
    )
    if asksAgain { again.append(spot) }
    if hasWaiting { wakeSoon(&context) }
  }

  /// Failures come in bursts; a moment later they make one chunk.
  private mutating func wakeSoon(_ context: inout SourceContext) {
    if hasWaiting { wake(at: context.now + .milliseconds(30), &context) }
  }

  /// When the oldest pending answer is overdue.
  var overdueSince: MonotonicTime? {
    pending.values.min().map { $0 + SweepPolicy.failureTime }
  }
}
