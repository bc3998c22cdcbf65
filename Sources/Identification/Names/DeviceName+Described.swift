import Model

extension DeviceName {
  /// The keys under which descriptions and local APIs hold the name that the owner gave, most
  /// careful first; folded as ``EvidenceField/key``.
  private static let keys = [
    "friendlydevicename", "userdevicename", "alias", "roomname", "zonename", "friendlyname",
    "devicename", "robotname", "displayname", "hostname",
  ]

  /// Names in UPnP descriptions and in answers over HTTP and UDP.
  ///
  /// `name` alone is a name only where nothing else bears one: beside a model in JSON.
  static func described(in fields: [EvidenceField]) -> [DeviceName] {
    var names: [(rank: Int, name: DeviceName)] = []
    for index in fields.indices where filter.mayContain(fields[index].key) {
      let kind = fields[index].kind
      guard kind == .xml || kind == .json || kind == .name else { continue }
      let field = fields[index]
      if field.key.isEmpty { continue }
      var rank = keys.firstIndex(of: field.key)
      if field.key == "name", field.kind == .json, hasModel(fields) { rank = keys.count }
      // The first of a kind is the device's own, later ones are of its parts.
      guard let rank, !names.contains(where: { $0.rank == rank }) else { continue }
      names.append(
        (
          rank,
          DeviceName(
            text: plain(field.value),
            evidence: EvidenceWords(
              field.source == .ssdp || kind == .xml ? .inDescription : .inAnswer,
              field.key
            ),
            source: field.source
          )
        )
      )
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

  /// Without what makers put around a name: `192.0.2.7 - Sonos One`, `Kodi (den)`, `den: Anna:`.
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
