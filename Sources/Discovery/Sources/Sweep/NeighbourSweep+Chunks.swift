import Model
import Networking
import Wire

extension NeighbourSweep {
  /// Sends the next chunk if there is one and the table has room for it.
  mutating func sendChunk(_ context: inout SourceContext) {
    guard phase == .idle, hasWaiting else { return }
    if let pausedUntil, context.now < pausedUntil { return wake(at: pausedUntil, &context) }
    let size = SweepPolicy.chunk(
      capacity: capacity,
      used: table.used,
      waiting: unasked + swallowed.count + again.count,
      // What was swallowed is tried again soon: the room that others took may be free by now.
      isPending: !pending.isEmpty && swallowed.isEmpty
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
      pending.ask(spot, at: context.now)
      placements[spot, default: 0] += 1
    }
    phase = .sending(chunk)
    context.request(
      .solicit(context.ticket(Number.chunk), chunk.map(\.address), interface: interface)
    )
  }

  /// The next address to be asked on the interface: new ones first, then those that the kernel had
  /// no room for, then those to be asked again.
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
    if let spot = swallowed.first {
      return interface == nil || spot.interface == interface ? swallowed.popFirst() : nil
    }
    guard let spot = again.first, interface == nil || spot.interface == interface else {
      return nil
    }
    return again.popFirst()
  }

  /// A chunk has been sent: asks for a dump, which tells whether the kernel took all of it.
  mutating func sent(failed: [IPv4Address: LocalFailure], _ context: inout SourceContext) {
    guard case .sending(let chunk) = phase else { return }
    var taken: [Spot] = []
    for spot in chunk {
      if let failure = failed[spot.address] {
        _ = pending.remove(spot)
        table.set(nil, of: .v4(spot.address), interface: spot.interface)
        if failure.isTransient {
          askLater(spot, because: failure, &context)
        } else {
          context.report(failure, interface: spot.interface)
        }
      } else {
        if pending.contains(spot) { pending.ask(spot, at: context.now) }
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
      // Who was heard before it was known whom the kernel knows.
      for (address, interface) in context.hosts.answering.sorted(by: { $0.key < $1.key })
      where address.v4 != nil {
        resolve(address, on: interface, &context)
      }
    case (Number.read, .checking(let chunk)):
      phase = .idle
      check(chunk, &context)
    case (Number.refresh, _):
      let overdue = context.now + (.zero - SweepPolicy.failureTime)
      for spot in pending.asked(before: overdue)
      where table.state(.v4(spot.address), interface: spot.interface) == nil {
        fail(spot, &context)
      }
      wakeSoon(&context)
    default:
      break
    }
  }

  /// Compares a chunk with the table: addresses without an entry were not asked.
  private mutating func check(_ chunk: [Spot], _ context: inout SourceContext) {
    var missing = 0
    for spot in chunk where pending.contains(spot) {
      if table.state(.v4(spot.address), interface: spot.interface) == nil {
        _ = pending.remove(spot)
        missing += 1
        askLater(spot, because: .noBuffers, &context)
      }
    }
    capacity = SweepPolicy.capacity(
      capacity,
      used: table.used,
      chunk: chunk.count,
      swallowed: missing
    )
    if !pending.isEmpty { wake(at: context.now + SweepPolicy.failureTime, &context) }
    if missing == 0 {
      sendChunk(&context)
    } else {
      pausedUntil = context.now + SweepPolicy.fullTablePause
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
    if placements[spot, default: 0] < SweepPolicy.placements { swallowed.append(spot) }
  }

  /// The kernel has asked three times in vain: says so, and asks again where frames get lost.
  mutating func fail(_ spot: Spot, _ context: inout SourceContext) {
    guard let had = pending.fail(spot) else { return }
    context.observe(.unresolved, about: .v4(spot.address))
    if had < rounds { again.append(spot) }
    if hasWaiting { wakeSoon(&context) }
  }

  /// Failures come in bursts; a moment later they make one chunk.
  private mutating func wakeSoon(_ context: inout SourceContext) {
    if hasWaiting { wake(at: context.now + .milliseconds(30), &context) }
  }
}
