public import Identification
public import Model
public import Networking

extension Explanation {
  /// Explains a device of the inventory: what the user says of it holds, whatever else speaks.
  public init(
    _ remembered: InventoryDevice,
    in traffic: TrafficLedger,
    by identifier: Identifier = Identifier()
  ) {
    self.init(remembered.device, in: traffic, by: identifier)
    if let name = remembered.marks.name {
      claim(.name) { $0.name = name }
    }
    if let category = remembered.marks.category {
      claim(.category) {
        $0.category = category
        $0.confidence = 1
        $0.runnerUp = nil
      }
      runnerUpBecause = []
      sensitivity.lacking = []
    }
  }

  /// Makes a claim the user's, on which nothing else bears any more.
  private mutating func claim(_ claim: Verdict.Claim, _ change: (inout Verdict) -> Void) {
    change(&device.verdict)
    device.verdict.because.removeAll { $0.claim == claim }
    device.verdict.because.insert(
      Verdict.Reason(claim: claim, evidence: EvidenceWords(.user), source: .user),
      at: 0
    )
    for index in sensitivity.dependences.indices {
      sensitivity.dependences[index].claims.removeAll { $0 == claim }
    }
    sensitivity.dependences.removeAll { $0.claims.isEmpty }
  }
}
