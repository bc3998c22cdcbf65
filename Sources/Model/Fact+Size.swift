extension Fact {
  /// About how many bytes of memory it holds beyond itself; what somebody else may blow up counts.
  package var size: Int {
    switch self {
    case .answered, .linkAddress, .rememberedLinkAddress, .unresolved, .port, .gateway,
      .ownAddress:
      0
    case .name(let name): name.utf8.count
    case .hostAddress(let host, _): host.utf8.count
    case .service(let service): service.size
    case .ssdp(let announcement): announcement.size
    case .netbios(let identity): (identity.names + [identity.group]).size
    case .http(let answer):
      answer.headers.size + [answer.path, answer.body, answer.faviconMD5].size
    case .certificate(let identity):
      [identity.subject, identity.issuer].size + identity.alternativeNames.size
    case .banner(let banner): [banner.transport, banner.text].size
    case .snmp(let identity): [identity.description, identity.objectID, identity.name].size
    case .smb(let identity): [identity.nativeOS, identity.nativeLM].size
    case .datagram(let answer): (answer.text?.utf8.count ?? 0) + answer.bytes.count
    case .wsDiscovery(let answer): (answer.scopes + [answer.types]).size
    case .description(let location, let text): location.utf8.count + text.utf8.count
    case .roundTrips(let times): times.count * 8
    case .identity(_, let value): value.utf8.count
    case .system(let machine): machine.known.map(\.text).size
    }
  }
}

extension ServiceInstance {
  fileprivate var size: Int {
    var size = [type, name, host].size
    for (key, value) in txt {
      size += key.utf8.count + 16
      switch value {
      case .present: break
      case .text(let text): size += text.utf8.count
      case .bytes(let bytes): size += bytes.count
      }
    }
    return size
  }
}

extension SSDPAnnouncement {
  fileprivate var size: Int {
    headers.size + [target, usn, server, location, description].size
  }
}

extension [String: String] {
  fileprivate var size: Int { reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 16 } }
}

extension [String?] {
  fileprivate var size: Int { reduce(0) { $0 + ($1?.utf8.count ?? 0) + 16 } }
}

extension [String] {
  fileprivate var size: Int { reduce(0) { $0 + $1.utf8.count + 16 } }
}
