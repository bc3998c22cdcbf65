extension Diagnosis: Encodable {
  private enum CodingKeys: String, CodingKey { case schema, healthy, container, checks, networks }

  /// Writes `homenet.doctor/1`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode("homenet.doctor/1", forKey: .schema)
    try json.encode(isHealthy, forKey: .healthy)
    try json.encode(container, forKey: .container)
    try json.encode(checks, forKey: .checks)
    try json.encode(networks, forKey: .networks)
  }
}

extension Diagnosis.Check: Encodable {
  private enum CodingKeys: String, CodingKey {
    case capability, works
    case isOptional = "optional"
    case because, fix
  }

  /// Writes an entry of `checks`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(capability, forKey: .capability)
    try json.encode(works, forKey: .works)
    try json.encode(isOptional, forKey: .isOptional)
    try json.encode(because, forKey: .because)
    try json.encode(fix, forKey: .fix)
  }
}
