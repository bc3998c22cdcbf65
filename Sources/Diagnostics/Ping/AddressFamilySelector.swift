public import Networking
public import Wire

/// Chooses the address family of dual-stack hosts: the system's choice if it answers, else the other.
///
/// Broken IPv6 is a common fault, which the system's address order ignores.
public struct AddressFamilySelector: Sendable {
  /// A host that answers only at its second choice of address.
  public struct Change: Hashable, Sendable {
    /// The host.
    public var host: String
    /// The first choice, which doesn't answer.
    public var silent: IPAddress
    /// The address that does.
    public var answering: IPAddress

    /// The change in words.
    public var words: String {
      "\(host): \(silent) doesn't answer, \(answering) does and is asked"
    }
  }

  /// The timeout: ARP and NDP repeat a lost request after a second.
  private static let patience = Duration.milliseconds(1500)

  private let network: any Network
  private let port: UInt16?

  /// A selector that probes by TCP connects to `port`; `nil` for echoes, or what is permitted.
  public init(by network: any Network, port: UInt16? = nil) {
    self.network = network
    self.port = port
  }

  /// Probes the dual-stack hosts, and sets each one's address to one that answers.
  public func choose(_ targets: inout [TargetHost]) async -> [Change] {
    let both = targets.indices.filter { targets[$0].otherFamilyAddress != nil }
    guard !both.isEmpty else { return [] }
    let first = await answering(both.map { targets[$0].address })
    let silent = both.filter { !first.contains(targets[$0].address) }
    guard !silent.isEmpty, !Task.isCancelled else { return [] }
    let others = await answering(silent.compactMap { targets[$0].otherFamilyAddress })
    var changes: [Change] = []
    for index in silent {
      guard let other = targets[index].otherFamilyAddress, others.contains(other) else { continue }
      let target = targets[index]
      changes.append(Change(host: target.host, silent: target.address, answering: other))
      targets[index].address = other
    }
    return changes
  }

  /// The addresses that answer one ping.
  private func answering(_ addresses: [IPAddress]) async -> Set<IPAddress> {
    var options = PingOptions(
      count: 1,
      interval: Self.patience,
      timeout: Self.patience,
      size: 56,
      method: port == nil ? nil : .tcp,
      port: port
    )
    // ICMP errors come later than answers.
    options.awaitsErrors = false
    let hosts = addresses.map { TargetHost(host: $0.description, address: $0) }
    guard let report = try? await Ping(hosts, options, network: network).run(onProgress: { _ in })
    else { return [] }
    return Set(report.targets.filter { $0.received > 0 }.compactMap(\.address))
  }
}
