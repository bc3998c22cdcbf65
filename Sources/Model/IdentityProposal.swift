/// The known device that a new one presumably is, to be confirmed or denied by the user.
public struct IdentityProposal: Hashable, Sendable, Encodable {
  /// The id of the known device.
  public var device: String
  /// How sure that is, from 0 to 1.
  public var confidence: Double
  /// Why it may be so.
  public var message: Message

  /// Memberwise initialiser.
  public init(device: String, confidence: Double, message: Message) {
    self.device = device
    self.confidence = confidence
    self.message = message
  }

  private enum CodingKeys: String, CodingKey { case device, confidence, message }

  /// Writes every key.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(device, forKey: .device)
    try json.encode(confidence.rounded(places: 2), forKey: .confidence)
    try json.encode(message, forKey: .message)
  }
}
