import LinuxNetwork
public import Networking
public import Wire

/// What a diagnostic is asked about: a host's name or address, and the address that it stands for.
public struct TargetHost: Hashable, Sendable {
  /// As it was asked for.
  public var host: String
  /// Its address, in the system's order of preference the first.
  public var address: IPAddress
  /// Its other addresses, in the order in which they should be tried.
  public var others: [IPAddress] = []

  /// The first of its addresses that is not of the same family.
  public var ofOtherFamily: IPAddress? {
    others.first { ($0.v4 == nil) != (address.v4 == nil) }
  }

  /// A host whose address is known already.
  public init(host: String, address: IPAddress) {
    self.host = host
    self.address = address
  }

  /// Looks the host up: an address is its own, a name is asked of the system's resolver.
  ///
  /// - Parameters:
  ///   - host: A name, or an address, an IPv6 one with its zone or in brackets too.
  ///   - family: Which addresses will do; `nil` for both.
  /// - Returns: The host with the address that is to be asked.
  /// - Throws: That there is no such host, that nobody says so, or that the task was cancelled.
  public static func looking(
    up host: String,
    _ family: AddressFamily? = nil
  ) async throws(DiagnosticError) -> TargetHost {
    let text =
      host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    if let address = IPAddress(text) {
      guard family == nil || (family == .v4) == (address.v4 != nil) else {
        throw .usage("\(host) is not an IPv\(family == .v4 ? "4" : "6") address")
      }
      if address.lacksZone { throw .lacksZone(address) }
      return TargetHost(host: host, address: address)
    }
    guard !text.isEmpty, text.utf8.count <= 253,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") })
    else { throw .usage("'\(host)' is neither a host's name nor an address") }
    let name = try HostNameASCII.inASCII(text)
    let addresses: [IPAddress]
    do throws(HostLookup.Failure) {
      addresses = try await HostLookup.addresses(of: name, family)
    } catch {
      throw switch error {
      case .unknown: .unknownHost(host, because: "no such host" + Self.ofFamily(family))
      case .unanswered:
        // Which of them, the C library doesn't tell.
        .unknownHost(
          host,
          because: "the resolver gives no answer, or refuses; see homenet diagnose"
        )
      case .cutOff:
        .unable(
          "can't look up \(host): this machine has no way to a resolver; see homenet diagnose"
        )
      case .cancelled: .interrupted("interrupted while \(host) was being looked up")
      case .local(let failure): .local(failure, during: "can't look up \(host)")
      }
    }
    var target = TargetHost(host: host, address: try usable(addresses, of: host))
    target.others = Array(addresses.filter { !$0.lacksZone }.inConnectingOrder.dropFirst())
    return target
  }

  /// The first address that can be asked: one that is good on some link alone is of no use where nobody
  /// says on which.
  static func usable(
    _ addresses: [IPAddress],
    of host: String
  ) throws(DiagnosticError) -> IPAddress {
    if let address = addresses.first(where: { !$0.lacksZone }) { return address }
    guard let first = addresses.first else { throw .unknownHost(host, because: "no such host") }
    let words = "its address \(first) is on every link: give it with yours, as in \(first)%eth0"
    throw .unknownHost(host, because: words)
  }

  private static func ofFamily(_ family: AddressFamily?) -> String {
    switch family {
    case .v4: " with an IPv4 address"
    case .v6: " with an IPv6 address"
    case nil: ""
    }
  }
}

extension TargetHost {
  /// Refuses what no device has for an address, as ping and trace do: groups, everybody, nobody.
  func mustBeDevice() throws(DiagnosticError) {
    guard let refusal = PortSweeper.refusal(of: address) else { return }
    if case .refusedByPolicy(let reason) = refusal { throw .usage(reason) }
    throw .local(refusal, during: "can't ask \(host)")
  }
}

extension TargetHost {
  /// Looks many hosts up, a few at a time.
  ///
  /// - Parameters:
  ///   - hosts: Names and addresses.
  ///   - family: Which addresses will do; `nil` for both.
  /// - Returns: Those that are known, and those that aren't.
  /// - Throws: What was mistyped, or that it was interrupted.
  public static func looking(
    up hosts: [String],
    _ family: AddressFamily? = nil
  ) async throws(DiagnosticError) -> LookedUpHosts {
    let results = await sideBySide(
      hosts,
      // Whoever interrupts one, interrupts all: of those the first is named.
      until: { if case .failure(.usage) = $0 { true } else { false } },
      { await result(of: $0, family) }
    )
    return try LookedUpHosts(hosts, results)
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
