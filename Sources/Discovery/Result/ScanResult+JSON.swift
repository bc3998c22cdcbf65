import Model
import Networking
import Wire

extension ScanResult: Encodable {
  private enum CodingKeys: String, CodingKey {
    case schema, networks, started
    case durationMs = "duration_ms"
    case interrupted, counters, devices
  }

  /// Writes `homenet.scan/1`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode("homenet.scan/1", forKey: .schema)
    try json.encode(networks, forKey: .networks)
    try json.encode(started, forKey: .started)
    try json.encode(duration.milliseconds.rounded(places: 3), forKey: .durationMs)
    try json.encode(interrupted, forKey: .interrupted)
    try json.encode(counters, forKey: .counters)
    try json.encode(devices, forKey: .devices)
  }
}

extension NetworkReport: Codable {
  private enum CodingKeys: String, CodingKey {
    case cidr, interface, address, gateway, state, skipped
  }

  /// Writes an entry of `networks`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(cidr, forKey: .cidr)
    try json.encode(interface, forKey: .interface)
    try json.encode(address, forKey: .address)
    try json.encode(gateway, forKey: .gateway)
    try json.encode(state.rawValue, forKey: .state)
    try json.encode(skipped?.description, forKey: .skipped)
  }

  /// Reads an entry of `networks`; why it was skipped stays as it was written.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    let state = try json.decode(String.self, forKey: .state)
    self.init(
      cidr: try json.decodeIfPresent(IPv4Prefix.self, forKey: .cidr),
      interface: try json.decode(String.self, forKey: .interface),
      address: try json.decodeIfPresent(IPv4Address.self, forKey: .address),
      gateway: try json.decodeIfPresent(IPAddress.self, forKey: .gateway),
      state: Interface.Readiness(rawValue: state) ?? .down,
      skipped: try json.decodeIfPresent(String.self, forKey: .skipped).map { .recorded($0) }
    )
  }
}
