import LinuxNetwork
public import Model
public import Networking
public import Wire

/// The target of a diagnostic: a host as typed, and its addresses.
public struct TargetHost: Hashable, Sendable {
  /// As typed.
  public var host: String
  /// The preferred address.
  public var address: IPAddress
  /// The other addresses, in connecting order.
  public var others: [IPAddress] = []

  /// The first address of the other family.
  public var otherFamilyAddress: IPAddress? {
    others.first { ($0.v4 == nil) != (address.v4 == nil) }
  }

  /// A host whose address is known already.
  public init(host: String, address: IPAddress) {
    self.host = host
    self.address = address
  }

  /// Resolves a name by the system's resolver, or parses an address, also in brackets or with a zone.
  public static func looking(
    up host: String,
    _ family: AddressFamily? = nil
  ) async throws(DiagnosticError) -> TargetHost {
    let text =
      host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    if let address = IPAddress(text) {
      guard family == nil || (family == .v4) == (address.v4 != nil) else {
        throw .usage(
          Message(.errorNotOfFamily, ["host": host, "family": family == .v4 ? "IPv4" : "IPv6"])
        )
      }
      if address.lacksZone { throw .lacksZone(address) }
      return TargetHost(host: host, address: address)
    }
    guard !text.isEmpty, text.utf8.count <= 253,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") })
    else { throw .usage(Message(.errorNoHost, ["text": host])) }
    let name = try HostNameASCII.inASCII(text)
    let addresses: [IPAddress]
    do throws(HostLookup.Failure) {
      addresses = try await HostLookup.addresses(of: name, family)
    } catch {
      throw switch error {
      case .unknown: .unknownHost(host, because: Self.unknown(family))
      case .unanswered:
        // `getaddrinfo` doesn't distinguish a timeout from REFUSED.
        .unknownHost(
          host,
          because: Message(.errorResolverSilent)
        )
      case .cutOff:
        .unable(
          Message(.errorCutOff, ["host": host])
        )
      case .cancelled: .interrupted(Message(.errorLookingUpEnded, ["host": host]))
      case .local(let failure): .local(failure, during: Message(.errorLookingUp, ["host": host]))
      }
    }
    var target = TargetHost(host: host, address: try usable(addresses, of: host))
    target.others = Array(addresses.filter { !$0.lacksZone }.inConnectingOrder.dropFirst())
    return target
  }

  /// The first address that isn't link-local without a zone.
  static func usable(
    _ addresses: [IPAddress],
    of host: String
  ) throws(DiagnosticError) -> IPAddress {
    if let address = addresses.first(where: { !$0.lacksZone }) { return address }
    guard let first = addresses.first else {
      throw .unknownHost(host, because: Message(.errorNoSuchHost))
    }
    let reason = Message(.errorOnEveryLink, ["address": "\(first)"])
    throw .unknownHost(host, because: reason)
  }

  private static func unknown(_ family: AddressFamily?) -> Message {
    family.map {
      Message(.errorNoSuchHostOfFamily, ["family": $0 == .v4 ? "IPv4" : "IPv6"])
    } ?? Message(.errorNoSuchHost)
  }
}

extension TargetHost {
  /// Throws for multicast, broadcast and unspecified addresses.
  func requireDeviceAddress() throws(DiagnosticError) {
    guard let rejection = PortSweeper.rejection(of: address) else { return }
    if case .refusedByPolicy(let reason) = rejection { throw .usage(reason) }
    throw .local(rejection, during: Message(.errorAsking, ["host": host]))
  }
}

extension TargetHost {
  /// Resolves many hosts concurrently; throws at the first invalid argument, or on an interrupt.
  public static func looking(
    up hosts: [String],
    _ family: AddressFamily? = nil
  ) async throws(DiagnosticError) -> ResolvedHosts {
    let results = await sideBySide(
      hosts,
      // An interrupt ends all lookups anyway, and the first one is named.
      until: { if case .failure(.usage) = $0 { true } else { false } },
      { await result(of: $0, family) }
    )
    return try ResolvedHosts(hosts, results)
  }

  /// In a function of its own: a task's closure that catches a typed error and returns a pair is
  /// miscompiled by Swift 6.3's optimiser.
  private static func result(
    of host: String,
    _ family: AddressFamily?
  ) async -> Result<TargetHost, DiagnosticError> {
    do throws(DiagnosticError) {
      return .success(try await looking(up: host, family))
    } catch {
      return .failure(error)
    }
  }
}

/// The results of looking many hosts up.
public struct ResolvedHosts: Sendable {
  /// The resolved hosts, in the order typed.
  public var known: [TargetHost] = []
  /// The unresolved hosts, in the same order.
  public var unknown: [UnknownHost] = []

  /// Sorts the results; throws the first invalid argument, or an interrupt.
  init(
    _ hosts: [String],
    _ results: [Result<TargetHost, DiagnosticError>]
  ) throws(DiagnosticError) {
    for result in results { if let end = Self.end(result) { throw end } }
    for (host, result) in zip(hosts, results) {
      switch result {
      case .success(let target): known.append(target)
      case .failure(let error): if let one = UnknownHost(host, error) { unknown.append(one) }
      }
    }
  }

  /// The error that aborts all lookups: an invalid argument, or an interrupt.
  static func end(_ result: Result<TargetHost, DiagnosticError>) -> DiagnosticError? {
    guard case .failure(let error) = result, UnknownHost("", error) == nil else { return nil }
    return error
  }

  /// The error if no host was resolved.
  public var failure: DiagnosticError? {
    guard known.isEmpty, let first = unknown.first else { return nil }
    let own = unknown.first(where: \.isOwnFailure)
    if let own { return .unable(own.reason) }
    guard unknown.count > 1 else {
      return .unknownHost(first.host, because: first.reason)
    }
    return .unknownHost(first.host, because: Message(.errorNamesUnknown))
  }
}

/// A host whose lookup failed.
public struct UnknownHost: Encodable, Hashable, Sendable {
  /// As typed.
  public var host: String
  /// Why.
  public var reason: Message
  /// The reason in JSON: `unknown_host`, or a local failure, `local_…`.
  public var code: String

  private enum CodingKeys: String, CodingKey {
    case host
    case code = "type"
    case because
    case reason = "message"
  }

  /// A host whose name doesn't exist, unless another code is given.
  public init(_ host: String, because reason: Message, code: String = Self.unknown) {
    self.host = host
    self.reason = reason
    self.code = code
  }

  /// A failed lookup; `nil` for errors that abort all lookups.
  init?(_ host: String, _ error: DiagnosticError) {
    switch error {
    case .unknownHost(_, let because): self.init(host, because: because)
    case .local(let failure, _): self.init(host, because: error.message, code: failure.code)
    // No way to a resolver.
    case .unable: self.init(host, because: error.message, code: LocalFailure.noRoute.code)
    case .usage, .noAnswer, .interrupted: return nil
    }
  }

  /// The reason in English.
  public var because: String { reason.text }

  /// Writes an entry of `unknown`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(host, forKey: .host)
    try json.encode(code, forKey: .code)
    try json.encode(because, forKey: .because)
    try json.encode(reason, forKey: .reason)
  }

  /// The code of a name that doesn't exist.
  public static let unknown = "unknown_host"

  /// Whether it was this machine's own failure.
  public var isOwnFailure: Bool { code != Self.unknown }

  /// The failure in one line.
  public var words: String { isOwnFailure ? because : "\(host): \(because)" }
}
