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
      // Dropped requests are repeated soon: the table may have room by now.
      isPending: !pending.isEmpty && swallowed.isEmpty
    )
    guard size > 0 else { return }
    let unaskedBefore = unasked
    var chunk: [TargetAddress] = []
    chunk.reserveCapacity(size)
    while chunk.count < size, let target = nextTarget(on: chunk.first?.interface) {
      if !context.hosts.answering.keys.contains(.v4(target.address)),
        !remembered.contains(.v4(target.address))
      {
        chunk.append(target)
      }
    }
    context.countAsked(unaskedBefore - unasked)
    guard let interface = chunk.first?.interface else {
      // All pending addresses have answered, or the next is on another interface.
      if hasWaiting { wake(at: context.now, &context) }
      return
    }
    for target in chunk {
      // The kernel makes these entries without a notification.
      table.set(.incomplete, of: .v4(target.address), interface: interface)
      pending.ask(target, at: context.now)
      placements[target, default: 0] += 1
    }
    phase = .sending(chunk)
    context.request(
      .solicit(context.ticket(Number.chunk), chunk.map(\.address), interface: interface)
    )
  }

  /// The next address to be asked on the interface: new ones first, then those that the kernel had
  /// no room for, then those to be asked again.
  private mutating func nextTarget(on interface: UInt32?) -> TargetAddress? {
    if unasked > 0 {
      guard var rest = queue else { return nil }
      guard let target = rest.next() else {
        unasked = 0
        return nextTarget(on: interface)
      }
      if let interface, target.interface != interface { return nil }
      queue = rest
      unasked -= 1
      return target
    }
    if let target = swallowed.first {
      return interface == nil || target.interface == interface ? swallowed.popFirst() : nil
    }
    guard let target = again.first, interface == nil || target.interface == interface else {
      return nil
    }
    return again.popFirst()
  }

  /// A chunk has been sent: asks for a dump, which tells whether the kernel took all of it.
  mutating func sent(failed: [IPv4Address: LocalFailure], _ context: inout SourceContext) {
    guard case .sending(let chunk) = phase else { return }
    var taken: [TargetAddress] = []
    for target in chunk {
      if let failure = failed[target.address] {
        _ = pending.remove(target)
        table.set(nil, of: .v4(target.address), interface: target.interface)
        if failure.isTransient {
          askLater(target, because: failure, &context)
        } else {
          context.report(failure, interface: target.interface)
        }
      } else {
        if pending.contains(target) { pending.ask(target, at: context.now) }
        taken.append(target)
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
      // Hosts that answered before the first dump.
      for (address, interface) in context.hosts.answering.sorted(by: { $0.key < $1.key })
      where address.v4 != nil {
        resolve(address, on: interface, &context)
      }
      verifyChecked(&context)
      wakeCheckedPhone(&context)
    case (Number.read, .checking(let chunk)):
      phase = .idle
      check(chunk, &context)
    case (Number.refresh, _):
      let overdue = context.now + (.zero - SweepPolicy.failureTime)
      for target in pending.asked(before: overdue)
      where table.state(.v4(target.address), interface: target.interface) == nil {
        fail(target, &context)
      }
      wakeSoon(&context)
    default:
      break
    }
  }

  /// Compares a chunk with the table: addresses without an entry were not asked.
  private mutating func check(_ chunk: [TargetAddress], _ context: inout SourceContext) {
    var missing = 0
    for target in chunk where pending.contains(target) {
      if table.state(.v4(target.address), interface: target.interface) == nil {
        _ = pending.remove(target)
        missing += 1
        askLater(target, because: .noBuffers, &context)
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
    _ target: TargetAddress,
    because failure: LocalFailure,
    _ context: inout SourceContext
  ) {
    context.report(failure, interface: target.interface)
    if placements[target, default: 0] < SweepPolicy.placements { swallowed.append(target) }
  }

  /// The kernel's three requests failed: reports it, and repeats them on lossy networks.
  mutating func fail(_ target: TargetAddress, _ context: inout SourceContext) {
    guard let had = pending.fail(target) else { return }
    context.observe(.unresolved, about: .v4(target.address))
    if had < rounds { again.append(target) }
    if hasWaiting { wakeSoon(&context) }
  }

  /// Failures come in bursts; a moment later they make one chunk.
  private mutating func wakeSoon(_ context: inout SourceContext) {
    if hasWaiting { wake(at: context.now + .milliseconds(30), &context) }
  }
}
