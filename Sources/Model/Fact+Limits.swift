extension Fact {
  /// Its approximate memory in bytes beyond the value itself, as far as remote hosts determine it.
  package var size: Int {
    switch self {
    case .answered, .linkAddress, .rememberedLinkAddress, .unresolved, .port, .gateway,
      .ownAddress, .dhcpServer:
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
    case .dhcp(let request):
      [request.hostname, request.vendorClass, request.clientID].size + request.parameters.count
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

/// Making facts of what devices answer to a datagram.
extension Fact {
  /// How much of a text is kept, in bytes; a power strip's answer has three thousand.
  package static let textLimit = 8 << 10
  /// How many bytes are kept of what is no text.
  static let byteLimit = 2 << 10

  /// An answer in text; `nil` where it is empty, no UTF-8 or too long.
  package static func answer(_ port: UInt16, text: some Collection<UInt8>) -> (
    fact: Fact, text: String
  )? {
    guard !text.isEmpty, text.count <= textLimit,
      let text = String(validating: text, as: UTF8.self)
    else { return nil }
    return (.datagram(DatagramAnswer(port: port, text: text)), text)
  }

  /// An answer in JSON; `nil` where it is no object.
  package static func answer(_ port: UInt16, json: some Collection<UInt8>) -> (
    fact: Fact, text: String
  )? {
    json.first { $0 > 0x20 } == UInt8(ascii: "{") ? answer(port, text: json) : nil
  }

  /// An answer in bytes, its beginning.
  package static func answer(_ port: UInt16, bytes: some Collection<UInt8>) -> Fact {
    .datagram(DatagramAnswer(port: port, bytes: Array(bytes.prefix(byteLimit))))
  }

  /// The name that a device states, without what surrounds it; `nil` where there is none.
  package static func called(_ name: String?) -> Fact? {
    guard let name else { return nil }
    var scalars = Substring(name).unicodeScalars
    while let last = scalars.last, last.value <= 0x20 { scalars.removeLast() }
    while let first = scalars.first, first.value <= 0x20 { scalars.removeFirst() }
    guard !scalars.isEmpty, scalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      return nil
    }
    return .name(String(Substring(scalars).prefix(80)))
  }
}
