public import Identification
public import Model
public import Networking
public import Wire

/// One device, as a person would want to have it explained: what it is taken to be and why, what
/// would change that, and what was sent to it to learn it.
public struct Explanation: Sendable {
  /// The device.
  public var device: Device
  /// What spoke for the next best category.
  public var runnerUpBecause: [Verdict.Reason]
  /// What the verdict hangs on.
  public var sensitivity: VerdictSensitivity
  /// The maker of the block that its MAC is of.
  public var blockMaker: String?
  /// What was sent, to it first, then to everybody on the link.
  public var sent: [Sent]

  /// What was sent for one purpose.
  public struct Sent: Hashable, Sendable {
    /// The device's address, or a group's.
    public var target: IPAddress
    /// What for.
    public var purpose: Purpose
    /// How much.
    public var count: TrafficLedger.Count
  }

  /// Explains a device that a scan found.
  public init(_ device: Device, in traffic: TrafficLedger, by identifier: Identifier = Identifier())
  {
    self.device = device
    let evidence = device.evidence
    sensitivity = VerdictSensitivity(of: device.verdict, for: evidence, by: identifier)
    runnerUpBecause =
      device.verdict.runnerUp.map { identifier.reasons(for: $0, in: evidence) } ?? []
    blockMaker = evidence.mac.flatMap { VendorRegistry.vendor(of: $0) }
    let own = Set(device.addresses.map(\.withoutZone))
    sent = traffic.counts.flatMap { address, purposes in
      own.contains(address.withoutZone) || address.scope == .multicast
        ? purposes.map { Sent(target: address, purpose: $0.key, count: $0.value) } : []
    }
    .sorted { left, right in
      let first = (left.target.scope == .multicast ? 1 : 0, left.target.description)
      let second = (right.target.scope == .multicast ? 1 : 0, right.target.description)
      return first != second
        ? first < second : left.purpose.rawValue < right.purpose.rawValue
    }
  }
}

extension Identifier {
  /// How many reasons are given for a category that lost.
  private static let runnerUpReasons = 3

  /// What speaks for a category, heaviest first.
  func reasons(for category: Category, in evidence: Evidence) -> [Verdict.Reason] {
    Scorer(RuleMatcher(evidence).matches()).matches(for: category, atMost: Self.runnerUpReasons)
      .map { Verdict.Reason(claim: .category, evidence: $0.evidence, source: $0.source) }
  }
}
