import Model

extension NamedChange: Encodable {
  private enum CodingKeys: String, CodingKey {
    case seq, time, device, name, kind, was, `is`, reason, sources, message
  }

  /// Writes an entry of the API's `changes`; what is not known is there and `null`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(change.seq, forKey: .seq)
    try json.encode(change.time, forKey: .time)
    try json.encode(device, forKey: .device)
    try json.encode(change.name, forKey: .name)
    try json.encode(change.kind, forKey: .kind)
    try json.encode(change.was, forKey: .was)
    try json.encode(change.value, forKey: .is)
    try json.encode(change.reason, forKey: .reason)
    try json.encode(change.sources, forKey: .sources)
    try json.encode(change.message, forKey: .message)
  }
}
