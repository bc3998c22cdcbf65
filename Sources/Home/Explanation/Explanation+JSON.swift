import Model
import Networking

extension Explanation: Encodable {
  private enum CodingKeys: String, CodingKey {
    case schema, device
    case runnerUp = "runner_up"
    case hangsOn = "hangs_on"
    case missing
    case macVendor = "mac_vendor"
    case sent
  }

  private struct RunnerUp: Encodable {
    let category: Category
    let because: [Verdict.Reason]
  }

  /// Writes `homenet.explain/1`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode("homenet.explain/1", forKey: .schema)
    try json.encode(device, forKey: .device)
    let runnerUp = device.verdict.runnerUp.map {
      RunnerUp(category: $0, because: runnerUpBecause)
    }
    try json.encode(runnerUp, forKey: .runnerUp)
    try json.encode(sensitivity.dependences.map(DependenceJSON.init), forKey: .hangsOn)
    try json.encode(sensitivity.missing, forKey: .missing)
    try json.encode(blockMaker, forKey: .macVendor)
    try json.encode(sent.map(SentJSON.init), forKey: .sent)
  }
}

/// An entry of `hangs_on`.
private struct DependenceJSON: Encodable {
  let dependence: VerdictSensitivity.Dependence

  private enum CodingKeys: String, CodingKey { case evidence, claims, without }
  private enum VerdictKeys: String, CodingKey {
    case name, category, vendor, model, os, confidence
  }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(dependence.evidence, forKey: .evidence)
    try json.encode(dependence.claims, forKey: .claims)
    let verdict = dependence.verdict
    var other = json.nestedContainer(keyedBy: VerdictKeys.self, forKey: .without)
    try other.encode(verdict.name, forKey: .name)
    try other.encode(verdict.category, forKey: .category)
    try other.encode(verdict.vendor, forKey: .vendor)
    try other.encode(verdict.model, forKey: .model)
    try other.encode(verdict.os, forKey: .os)
    try other.encode(verdict.confidence.rounded(places: 2), forKey: .confidence)
  }
}

/// An entry of `sent`.
private struct SentJSON: Encodable {
  let sent: Explanation.Sent

  private enum CodingKeys: String, CodingKey { case to, purpose, packets, connections, messages }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(sent.target, forKey: .to)
    try json.encode(sent.purpose.rawValue, forKey: .purpose)
    try json.encode(sent.count.packets, forKey: .packets)
    try json.encode(sent.count.connections, forKey: .connections)
    try json.encode(sent.count.messages, forKey: .messages)
  }
}
