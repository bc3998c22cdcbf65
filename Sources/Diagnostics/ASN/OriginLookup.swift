public import Wire

/// Looks up the AS that announces an address, and its holder.
public protocol OriginLookup: Sendable {
  /// The origin of the address; `nil` if extensionsWithoutLength or not public.
  ///
  /// - Throws: That no service answered.
  func origin(of address: IPAddress) async throws(DiagnosticError) -> ASOrigin?

  /// The system's name and holder; `nil` where it isn't registered.
  ///
  /// - Throws: That no service answered.
  func holder(of system: UInt32) async throws(DiagnosticError) -> ASHolder?
}

/// Looks up TXT records in the DNS.
public protocol TextLookup: Sendable {
  /// The texts of a name; none where there is no such name.
  ///
  /// - Throws: That no resolver answers.
  func texts(of name: String) async throws(DiagnosticError) -> [String]
}

extension OriginLookup {
  /// The origins of many addresses, at most sixteen asked at a time; those are left out of which
  /// nothing was learnt in time.
  ///
  /// - Returns: What is known by then.
  public func origins(
    of addresses: [IPAddress],
    within limit: Duration
  ) async -> [IPAddress: ASOrigin] {
    var left = Set(addresses.filter { SpecialUse.words($0) == nil }).sorted()[...]
    return await withTaskGroup(of: (IPAddress, ASOrigin?)?.self) { group in
      group.addTask {
        try? await Task.sleep(for: limit)
        return nil
      }
      var running = 0
      var found: [IPAddress: ASOrigin] = [:]
      func askNext() {
        guard let address = left.popFirst() else { return }
        running += 1
        group.addTask {
          let origin = try? await self.origin(of: address)
          return (address, origin ?? nil)
        }
      }
      for _ in 0..<16 { askNext() }
      while running > 0, let result = await group.next() {
        // The time is up.
        guard let (address, origin) = result else { break }
        running -= 1
        if let origin { found[address] = origin }
        askNext()
      }
      group.cancelAll()
      return found
    }
  }
}

/// Which autonomous system announces a network.
public struct ASOrigin: Hashable, Sendable {
  /// The systems' numbers; more than one where several announce it.
  public var systems: [UInt32]
  /// The network that is announced.
  public var prefix: String
  /// The country of the network's holder, two letters; not where it is used.
  public var country: String?
  /// The registry that gave it: `arin`, `ripencc`, `apnic`, `lacnic`, `afrinic`.
  public var registry: String?
  /// The day it was given, `2001-09-28`.
  public var allocated: String?

  /// The systems that announce a network, and what its registry says of it.
  public init(
    systems: [UInt32],
    prefix: String,
    country: String? = nil,
    registry: String? = nil,
    allocated: String? = nil
  ) {
    self.systems = systems
    self.prefix = prefix
    self.country = country
    self.registry = registry
    self.allocated = allocated
  }
}

/// An autonomous system's name and whose it is.
public struct ASHolder: Hashable, Sendable {
  /// Its number.
  public var system: UInt32
  /// Its short name and its holder's: `EXAMPLE-AS - Example Networks`.
  public var name: String?
  /// The holder's country, two letters.
  public var country: String?
  /// The registry that gave the number.
  public var registry: String?
  /// The day it was given.
  public var allocated: String?

  /// Only the number.
  public init(system: UInt32) {
    self.system = system
  }
}

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
