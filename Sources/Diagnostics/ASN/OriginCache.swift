public import Wire

/// Remembers origins and holders, so that each is asked once.
///
/// Bounded, and failures are not remembered: they may succeed next time.
public actor OriginCache: OriginLookup {
  private let source: any OriginLookup
  private var origins: [IPAddress: ASOrigin?] = [:]
  private var holders: [UInt32: ASHolder?] = [:]
  private let limit = 4096

  /// Remembers what that source tells.
  public init(_ source: any OriginLookup) {
    self.source = source
  }

  /// The origin, asked once an address.
  public func origin(of address: IPAddress) async throws(DiagnosticError) -> ASOrigin? {
    if let known = origins[address] { return known }
    let found = try await source.origin(of: address)
    if origins.count >= limit { origins.removeAll(keepingCapacity: true) }
    origins[address] = .some(found)
    return found
  }

  /// The holder, asked once a system.
  public func holder(of system: UInt32) async throws(DiagnosticError) -> ASHolder? {
    if let known = holders[system] { return known }
    let found = try await source.holder(of: system)
    if holders.count >= limit { holders.removeAll(keepingCapacity: true) }
    holders[system] = .some(found)
    return found
  }
}
