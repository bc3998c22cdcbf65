import Wire

extension Device: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id
    case isSelf = "self"
    case gateway, ip, addresses, mac
    case macPrivate = "mac_private"
    case name, hostname, category, vendor, model, os, confidence
    case runnerUp = "runner_up"
    case services, ports
    case latencyMs = "latency_ms"
    case link
    case linkReason = "link_reason"
    case state
    case firstSeen = "first_seen"
    case lastSeen = "last_seen"
    case discoveredBy = "discovered_by"
    case because
  }

  /// Writes the entry of `devices` in `homenet.scan/1`.
  ///
  /// What is not known is there and `null`, lists are never `null`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(isSelf, forKey: .isSelf)
    try json.encode(isGateway, forKey: .gateway)
    try json.encode(ip, forKey: .ip)
    try json.encode(addresses, forKey: .addresses)
    try json.encode(evidence.mac, forKey: .mac)
    try json.encode(evidence.mac?.isLocallyAdministered, forKey: .macPrivate)
    try json.encode(verdict.name, forKey: .name)
    try json.encode(hostname, forKey: .hostname)
    try json.encode(verdict.category, forKey: .category)
    try json.encode(verdict.vendor, forKey: .vendor)
    try json.encode(verdict.model, forKey: .model)
    try json.encode(verdict.os, forKey: .os)
    try json.encode(verdict.confidence.rounded(places: 2), forKey: .confidence)
    try json.encode(verdict.runnerUp, forKey: .runnerUp)
    try json.encode(evidence.services.map(ServiceJSON.init), forKey: .services)
    try json.encode(ports.map(PortJSON.init), forKey: .ports)
    try json.encode(latencyMs?.rounded(places: 3), forKey: .latencyMs)
    try json.encode(link?.medium, forKey: .link)
    try json.encode(link?.reason, forKey: .linkReason)
    try json.encode(state, forKey: .state)
    try json.encode(firstSeen, forKey: .firstSeen)
    try json.encode(lastSeen, forKey: .lastSeen)
    try json.encode(discoveredBy, forKey: .discoveredBy)
    try json.encode(verdict.because, forKey: .because)
  }
}

/// The entry of `services`.
private struct ServiceJSON: Encodable {
  package let service: ServiceInstance

  private enum CodingKeys: String, CodingKey { case type, name, port, txt }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(service.type, forKey: .type)
    try json.encode(service.name, forKey: .name)
    try json.encode(service.port, forKey: .port)
    try json.encode(service.txt, forKey: .txt)
  }
}

/// The entry of `ports`; only open ones are listed.
private struct PortJSON: Encodable {
  let port: Device.OpenPort

  private enum CodingKeys: String, CodingKey { case port, `protocol`, state, service }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(port.port, forKey: .port)
    try json.encode(port.transport, forKey: .protocol)
    try json.encode(PortState.open, forKey: .state)
    try json.encode(port.service, forKey: .service)
  }
}

extension Double {
  /// Rounded to that many decimal places.
  package func rounded(places: Int) -> Double {
    let scale = places == 2 ? 100.0 : 1000.0
    return (self * scale).rounded() / scale
  }
}
