import Model

extension DeviceName {
  /// Keys of names given by owners in descriptions and local APIs, most reliable first; folded as
  /// ``EvidenceField/key``.
  private static let keys = [
    "friendlydevicename", "userdevicename", "alias", "roomname", "zonename", "friendlyname",
    "devicename", "robotname", "displayname", "hostname",
  ]

  /// Names in UPnP descriptions and in answers over HTTP and UDP.
  ///
  /// The key `name` counts only in JSON that has a model.
  static func described(in fields: [EvidenceField]) -> [DeviceName] {
    var names: [(rank: Int, name: DeviceName)] = []
    for index in fields.indices where filter.mayContain(fields[index].key) {
      let kind = fields[index].kind
      guard kind == .xml || kind == .json || kind == .name else { continue }
      let field = fields[index]
      if field.key.isEmpty { continue }
      var rank = keys.firstIndex(of: field.key)
      if field.key == "name", field.kind == .json, hasModel(fields) { rank = keys.count }
      // The first is the device's own, later ones belong to its parts.
      guard let rank, !names.contains(where: { $0.rank == rank }) else { continue }
      let template: EvidenceTemplate =
        field.source == .ssdp || kind == .xml ? .inDescription : .inAnswer
      names.append((rank, DeviceName(plain(field.value), template, field.key, from: field.source)))
    }
    return names.sorted { $0.rank < $1.rank }.map(\.name)
  }

  private static func hasModel(_ fields: [EvidenceField]) -> Bool {
    fields.indices.contains { index in
      fields[index].kind == .json && modelFilter.mayContain(fields[index].key)
        && modelKeys.contains(fields[index].key)
    }
  }

  private static let filter = KeyFilter(keys + ["name"])
  private static let modelKeys: Set<String> = ["model", "modelid", "type", "app", "product"]
  private static let modelFilter = KeyFilter(modelKeys)

  /// Removes an address before a name: `192.0.2.7 - Sonos One`.
  private static func plain(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "-")) else { return text }
    if let dash = text.firstRange(of: " - "), text[..<dash.lowerBound].allSatisfy(isOfAddress) {
      return String(text[dash.upperBound...])
    }
    return text
  }

  private static func isOfAddress(_ character: Character) -> Bool {
    character.isNumber || character == "."
  }
}

extension Evidence {
  /// The source of the host name; without a record of it, `.local` implies mDNS.
  var hostNameOrigin: Source {
    hostnameSource ?? (hostname?.lowercased().hasSuffix(".local") == true ? .mdns : .dns)
  }

  /// The template of reasons from the host name.
  var hostNameTemplate: EvidenceTemplate {
    switch hostNameOrigin {
    case .http, .tls, .banner, .snmp, .smb, .udp, .ssdp, .wsDiscovery: .ownName
    case .netbios: .netbiosName
    default: .hostName
    }
  }
}
