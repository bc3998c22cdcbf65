import Synchronization

/// Limits how many tools run at one time; requests over the limit get 429 with Retry-After.
final class ConcurrencyLimiter: Sendable {
  private let inUse = Mutex(0)
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// A permit, which is given back when the last reference to it is gone; `nil` at the limit.
  func acquire() -> Permit? {
    let isFree = inUse.withLock { inUse in
      guard inUse < limit else { return false }
      inUse += 1
      return true
    }
    return isFree ? Permit(self) : nil
  }

  /// A tool's right to run.
  final class Permit: Sendable {
    private let limiter: ConcurrencyLimiter

    fileprivate init(_ limiter: ConcurrencyLimiter) { self.limiter = limiter }

    deinit { limiter.inUse.withLock { $0 -= 1 } }
  }
}
