public import Networking
public import Wire

/// Chooses the family by which hosts are asked that have addresses of both.
///
/// It is the system's first choice where that answers, else the other. A network whose IPv6 leads nowhere is a usual fault, and one that the system's order doesn't show.
public struct AnsweringFamily: Sendable {
  /// A host that doesn't answer at its first address, but does at another.
  public struct Change: Hashable, Sendable {
    /// The host.
    public var host: String
    /// The address that doesn't answer.
    public var silent: IPAddress
    /// The address that does.
    public var answering: IPAddress

    /// It in words.
    public var words: String {
      "\(host): \(silent) doesn't answer, \(answering) does and is asked"
    }
  }

  /// How long an answer is waited for: a lost request for a neighbour is repeated after a second.
  private static let patience = Duration.milliseconds(1500)

  private let network: any Network
  private let port: UInt16?

  /// A choice.
  ///
  /// - Parameters:
  ///   - network: By which way hosts are tried.
  ///   - port: A TCP port at which they are tried in place of an echo; `nil` for what is permitted.
  public init(by network: any Network, port: UInt16? = nil) {
    self.network = network
    self.port = port
  }

  /// Tries the hosts that have addresses of both families.
  ///
  /// - Parameter targets: The hosts; their addresses become those that answer.
  /// - Returns: Which of them were changed.
  public func choose(_ targets: inout [TargetHost]) async -> [Change] {
    let both = targets.indices.filter { targets[$0].ofOtherFamily != nil }
    guard !both.isEmpty else { return [] }
    let first = await answering(both.map { targets[$0].address })
    let silent = both.filter { !first.contains(targets[$0].address) }
    guard !silent.isEmpty, !Task.isCancelled else { return [] }
    let others = await answering(silent.compactMap { targets[$0].ofOtherFamily })
    var changes: [Change] = []
    for index in silent {
      guard let other = targets[index].ofOtherFamily, others.contains(other) else { continue }
      let target = targets[index]
      changes.append(Change(host: target.host, silent: target.address, answering: other))
      targets[index].address = other
    }
    return changes
  }

  /// Which of some addresses answer.
  private func answering(_ addresses: [IPAddress]) async -> Set<IPAddress> {
    var options = PingOptions(
      count: 1,
      interval: Self.patience,
      timeout: Self.patience,
      size: 56,
      method: port == nil ? nil : .tcp,
      port: port
    )
    // A router's word comes later than an answer.
    options.awaitsErrors = false
    let hosts = addresses.map { TargetHost(host: $0.description, address: $0) }
    guard let report = try? await Ping(hosts, options, network: network).run(onProgress: { _ in })
    else { return [] }
    return Set(report.targets.filter { $0.received > 0 }.compactMap(\.address))
  }
}
