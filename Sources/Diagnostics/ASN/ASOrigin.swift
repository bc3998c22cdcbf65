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
