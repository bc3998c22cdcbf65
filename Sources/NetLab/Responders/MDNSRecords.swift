import Model
import Wire

/// The multicast DNS records of a simulated device.
struct MDNSRecords: Sendable {
  /// Everything that is answered when asked for.
  private(set) var all: [DNSRecord] = []
  /// What a name has, and so hasn't (RFC 6762, section 6.1); answers questions for other types.
  private(set) var denials: [DNSRecord] = []
  /// The host's own name.
  let host: DNSName

  /// The records of a device; `nil` if it speaks no mDNS.
  init?(_ device: SimulatedDevice) {
    guard let text = device.mdnsHost, let host = DNSName(text) else { return nil }
    self.host = host
    let address = DNSRecord(
      host,
      .a(device.address),
      ttl: MulticastDNS.hostTTL,
      cacheFlush: true
    )
    let reverse = DNSRecord(
      DNSName(reverseOf: .v4(device.address)),
      .ptr(host),
      ttl: MulticastDNS.hostTTL,
      cacheFlush: true
    )
    all = [address, reverse]
    deny(host, except: [.a])
    for service in device.services {
      add(service, host: service.host.flatMap { DNSName($0) } ?? host)
    }
  }

  private mutating func add(_ service: ServiceInstance, host: DNSName) {
    guard let type = DNSServiceType(service.type),
      let name = DNSServiceName(service.name, type).name
    else { return }
    let attributes = DNSRecord(
      name,
      .txt(TXTRecord(service.txt.sorted { $0.key < $1.key }.map(TXTRecord.Entry.init))),
      ttl: MulticastDNS.otherTTL,
      cacheFlush: true
    )
    // Apple's model record is attributes alone: it is nowhere, and no browsing finds it.
    if type.service == "device-info" {
      all.append(attributes)
      return
    }
    let location = DNSServiceLocation(port: service.port ?? 9, target: host)
    let kind = DNSRecord(
      DNSServiceType.metaQuery,
      .ptr(type.name()),
      ttl: MulticastDNS.otherTTL
    )
    if !all.contains(kind) { all.append(kind) }
    all.append(DNSRecord(type.name(), .ptr(name), ttl: MulticastDNS.otherTTL))
    all.append(
      DNSRecord(name, .srv(location), ttl: MulticastDNS.hostTTL, cacheFlush: true)
    )
    all.append(attributes)
    deny(name, except: [.txt, .srv])
  }

  private mutating func deny(_ name: DNSName, except types: [DNSType]) {
    denials.append(
      DNSRecord(name, .nsec(name, types), ttl: MulticastDNS.hostTTL, cacheFlush: true)
    )
  }

  /// The answers to a question: records, or the denial of the type asked for.
  func answers(to question: DNSQuestion) -> [DNSRecord] {
    let found = all.filter(question.isAnswered(by:))
    if !found.isEmpty { return found }
    return denials.filter { $0.name == question.name }
  }

  /// What somebody who gets these answers wants next (RFC 6763, section 12).
  func additionals(to answers: [DNSRecord]) -> [DNSRecord] {
    var wanted: [DNSRecord] = []
    let add = { (record: DNSRecord, wanted: inout [DNSRecord]) in
      if !answers.contains(record), !wanted.contains(record) { wanted.append(record) }
    }
    for answer in answers {
      guard case .ptr(let target) = answer.data else { continue }
      for record in all + denials where record.name == target { add(record, &wanted) }
      guard let service = DNSServiceName(target) else { continue }
      for record in all where DNSServiceName(record.name)?.isModel(of: service) == true {
        add(record, &wanted)
      }
    }
    for answer in answers + wanted {
      guard case .srv(let location) = answer.data else { continue }
      for record in all + denials where record.name == location.target { add(record, &wanted) }
    }
    return wanted
  }
}

extension DNSServiceName {
  fileprivate func isModel(of other: DNSServiceName) -> Bool {
    type.service == "device-info" && instance == other.instance
  }
}

extension TXTRecord.Entry {
  /// An attribute of a service instance.
  init(_ key: String, _ value: TXTValue) {
    switch value {
    case .present: self.init(key, nil)
    case .text(let text): self.init(key, text: text)
    case .bytes(let bytes): self.init(key, bytes)
    }
  }
}
