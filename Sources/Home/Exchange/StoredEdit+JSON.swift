import Model

/// Merges and splits are stored as JSON, with both devices as an export has them.
extension StoredEdit: Codable {
  private enum CodingKeys: String, CodingKey {
    case seq, time, kind, kept, other
    case isAutomatic = "automatic"
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      seq: try json.decode(UInt64.self, forKey: .seq),
      time: try json.decode(Timestamp.self, forKey: .time),
      kind: try json.decode(Kind.self, forKey: .kind),
      isAutomatic: try json.decode(Bool.self, forKey: .isAutomatic),
      kept: try json.decode(ExportedDevice.self, forKey: .kept).device,
      other: try json.decode(ExportedDevice.self, forKey: .other).device
    )
  }

  /// Writes both devices as an export has them.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(seq, forKey: .seq)
    try json.encode(time, forKey: .time)
    try json.encode(kind, forKey: .kind)
    try json.encode(isAutomatic, forKey: .isAutomatic)
    try json.encode(ExportedDevice(kept), forKey: .kept)
    try json.encode(ExportedDevice(other), forKey: .other)
  }
}
