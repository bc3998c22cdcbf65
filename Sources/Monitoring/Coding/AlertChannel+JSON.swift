import Model

/// A channel in JSON and in the configuration file: only `service` has to be given.
///
/// `secrets` may stand beside its keys and are read as ``ChannelSecrets``; they are never written.
extension AlertChannel: Codable {
  /// Reads a channel without its secrets.
  ///
  /// - Throws: ``MonitoringError/unacceptable(key:_:)`` for what is missing, unknown or of another form.
  public init(from decoder: any Decoder) throws { try self.init(try FieldReader(decoder)) }

  init(_ json: FieldReader) throws(MonitoringError) {
    try json.allow(Self.keys + ["secrets"])
    let id = try json.text("id") ?? ""
    let service = try json.required("service", try json.text("service"))
    self.init(
      id: id,
      name: try json.trimmed("name") ?? (id.isEmpty ? service : id),
      service: service,
      settings: try json.settings()
    )
    if let isOn = try json.flag("on") { self.isOn = isOn }
    if let source = try json.choice("source", of: Monitor.Source.self) { self.source = source }
  }

  /// The keys, in the order in which they are told.
  package static let keys = ["id", "name", "service", "settings", "on", "source"]

  /// Writes all keys.
  public func encode(to encoder: any Encoder) throws {
    try FieldValue.object(fields).encode(to: encoder)
  }

  /// The values by their keys.
  var fields: [String: FieldValue] {
    [
      "id": .text(id),
      "name": .text(name),
      "service": .text(service),
      "settings": .object(settings.mapValues(FieldValue.text)),
      "on": .flag(isOn),
      "source": .text(source.rawValue),
    ]
  }
}

extension FieldReader {
  /// The settings of a channel: texts; numbers and truth values are taken as they are written.
  fileprivate func settings() throws(MonitoringError) -> [String: String] {
    guard let object = try object("settings") else { return [:] }
    var settings: [String: String] = [:]
    for key in object.fields.keys.sorted() {
      switch object.fields[key] {
      case .text(let text): settings[key] = text
      case .flag(let flag): settings[key] = String(flag)
      case .number(let number):
        settings[key] = Int64(exactly: number).map { String($0) } ?? String(number)
      default: throw object.wrong(String(key.unicodeScalars.prefix(80)), .fieldText)
      }
    }
    return settings
  }
}

/// The secrets of a channel, as they stand under `secrets` beside its other keys.
public struct ChannelSecrets: Decodable, Hashable, Sendable {
  /// The secrets that are given, by their names.
  public var secrets: [String: String]

  /// Reads `secrets` of an object; none where it isn't given.
  public init(from decoder: any Decoder) throws {
    let json = try FieldReader(decoder)
    secrets = try json.textsByName("secrets") ?? [:]
    if let problem = Self.problem(secrets) { throw problem }
  }

  private static func problem(_ secrets: [String: String]) -> MonitoringError? {
    var check = FieldCheck()
    check.count(secrets.count, of: "secrets", most: AlertChannel.mostSettings)
    for (name, secret) in secrets.sorted(by: { $0.key < $1.key }) {
      let key = "secrets.\(String(name.unicodeScalars.prefix(80)))"
      check.length(name, of: key, most: AlertChannel.longestSettingName)
      check.length(secret, of: key, most: AlertChannel.longestSetting)
    }
    return check.problem
  }
}

/// Changes of a channel: a JSON merge patch (RFC 7396) of its object; secrets are read beside it.
public struct AlertChannelPatch: Decodable, Hashable, Sendable {
  private let changes: FieldValue

  /// Reads any object; what is wrong with it turns out when it is applied.
  public init(from decoder: any Decoder) throws {
    changes = try FieldValue(from: decoder)
    _ = try FieldReader(changes)
  }

  /// The channel with the changes; its id and who wants it stay.
  public func applied(to channel: AlertChannel) throws(MonitoringError) -> AlertChannel {
    let given = try FieldReader(changes)
    try given.requireFixed(id: channel.id, source: channel.source)
    var fields = channel.fields
    // The settings of one service mean nothing to another.
    if let service = try given.text("service"), service != channel.service {
      fields["settings"] = nil
    }
    var patched = try AlertChannel(
      FieldReader(FieldValue.object(fields).patched(by: changes))
    )
    patched.id = channel.id
    patched.source = channel.source
    return patched
  }
}
