internal import Wire

/// Holds back look-ups that would disturb a trace.
///
/// A resolver that stands on the way or at its end, and serves no names, says so of every question:
/// each such error is one less of the few that it may send in answer to probes.
struct DeferredLookups {
  private let resolvers: Set<IPAddress>
  private var isHolding: Bool
  private var hasReleased = false
  private var deferred: [IPAddress] = []

  /// Holds from the beginning where the target is a resolver.
  init(_ target: IPAddress, resolvers: Set<IPAddress>) {
    self.resolvers = resolvers
    isHolding = resolvers.contains(target.withoutZone)
  }

  /// Takes an address that answered; those that may be looked up now.
  mutating func take(_ address: IPAddress) -> [IPAddress] {
    if !hasReleased, resolvers.contains(address.withoutZone) { isHolding = true }
    guard isHolding else { return [address] }
    deferred.append(address)
    return []
  }

  /// Lets go: those that may be looked up now.
  mutating func release() -> [IPAddress] {
    (isHolding, hasReleased) = (false, true)
    defer { deferred = [] }
    return deferred
  }
}
