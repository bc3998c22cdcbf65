internal import Wire

/// What a server's answer to a question without recursion means; pure.
struct ReferralReading {
  /// The zone whose server answers.
  let zone: DNSName
  let question: DNSQuestion

  /// More name servers than that no zone has.
  private static let mostServers = 32

  /// What the message says.
  func finding(_ message: DNSMessage) -> DelegationTrace.Finding {
    switch message.responseCode {
    case .noError: break
    case .noSuchName: return .noSuchName
    default: return .lame(message.failureWords)
    }
    let own = message.answers.filter {
      $0.name == question.name && $0.recordClass == question.questionClass
    }
    if own.contains(where: { question.type == .any || $0.type == question.type }) {
      return .answer
    }
    for record in own {
      if case .cname(let target) = record.data { return .alias(target) }
    }
    if let zone = lowerZone(message) {
      return .referral(zone, servers: servers(of: zone, message))
    }
    if message.flags.isAuthoritative || message.authorities.contains(where: { $0.type == .soa }) {
      return .noData
    }
    return .lame("it neither answers nor refers to another server")
  }

  /// The zone that others have: below this one, and above the name or the name itself.
  private func lowerZone(_ message: DNSMessage) -> DNSName? {
    message.authorities.lazy
      .filter { $0.type == .ns && $0.name.isInside(zone) && $0.name != zone }
      .map(\.name)
      .first { question.name.isInside($0) }
  }

  private func servers(of zone: DNSName, _ message: DNSMessage) -> [DNSName] {
    var names: [DNSName] = []
    for record in message.authorities where record.name == zone {
      guard case .ns(let name) = record.data, !names.contains(name),
        names.count < Self.mostServers
      else { continue }
      names.append(name)
    }
    return names
  }

  /// The addresses that come along; only of names below the zone that is asked, since its server
  /// knows nothing of others (RFC 5452, section 6).
  func glue(for name: DNSName, _ message: DNSMessage) -> [IPAddress] {
    guard name.isInside(zone) else { return [] }
    var addresses: [IPAddress] = []
    for record in message.additionals
    where record.name == name && record.recordClass == .internet && addresses.count < 8 {
      switch record.data {
      case .a(let address): addresses.append(.v4(address))
      case .aaaa(let address): addresses.append(.v6(address, zone: nil))
      default: continue
      }
    }
    return addresses
  }
}
