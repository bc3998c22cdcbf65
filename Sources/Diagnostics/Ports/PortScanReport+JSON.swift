import LinuxNetwork
import Model
import Networking

extension PortScanReport {
  private enum CodingKeys: String, CodingKey { case hosts, unknown }

  /// Writes `hosts` and `unknown`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(hosts, forKey: .hosts)
    try json.encode(unknown, forKey: .unknown)
  }
}

extension PortScanReport.Host: Encodable {
  private enum CodingKeys: String, CodingKey {
    case host, address, state, reason, method, ports, counts, loss, spared, failure
    case expectedMissRate = "expected_miss_rate"
    case waited = "waited_ms"
  }
  private enum Counts: String, CodingKey {
    case open, closed, filtered, unknown, unasked
    case openOrFiltered = "open_filtered"
  }

  /// Writes an entry of `hosts`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(host, forKey: .host)
    try json.encode("\(address)", forKey: .address)
    try json.encode(isUp.map { $0 ? "up" : "down" }, forKey: .state)
    try json.encode(absence?.rawValue, forKey: .reason)
    try json.encode(method.rawValue, forKey: .method)
    try json.encode(ports, forKey: .ports)
    var counts = json.nestedContainer(keyedBy: Counts.self, forKey: .counts)
    try counts.encode(open, forKey: .open)
    try counts.encode(closed, forKey: .closed)
    try counts.encode(filtered, forKey: .filtered)
    try counts.encode(openOrFiltered, forKey: .openOrFiltered)
    try counts.encode(unknown, forKey: .unknown)
    try counts.encode(unasked, forKey: .unasked)
    try json.encode(expectedMissRate.map(Self.rounded), forKey: .expectedMissRate)
    try json.encode(loss.map(Self.rounded), forKey: .loss)
    try json.encode(waited.map { $0.milliseconds.rounded() }, forKey: .waited)
    try json.encode(spared, forKey: .spared)
    try json.encode(failureWords, forKey: .failure)
  }

  /// Three digits that mean something.
  private static func rounded(_ rate: Double) -> Double {
    guard rate > 0 else { return 0 }
    var scale = 1000.0
    while rate * scale < 1000, scale < 1e15 { scale *= 10 }
    return (rate * scale).rounded() / scale
  }
}

extension PortScanReport.Port: Encodable {
  private enum CodingKeys: String, CodingKey {
    case port, state, reason, service, version
    case transport = "protocol"
    case serviceMethod = "service_method"
  }

  /// Writes an entry of `ports`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(port, forKey: .port)
    try json.encode(transport.rawValue, forKey: .transport)
    try json.encode(state.rawValue, forKey: .state)
    try json.encode(reason.rawValue, forKey: .reason)
    try json.encode(service, forKey: .service)
    try json.encode(serviceMethod?.rawValue, forKey: .serviceMethod)
    try json.encode(version, forKey: .version)
  }
}

extension PortScanReport.Spared: Encodable {
  private enum CodingKeys: String, CodingKey { case ports, because }

  /// Writes an entry of `spared`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(ports, forKey: .ports)
    try json.encode(because, forKey: .because)
  }
}
