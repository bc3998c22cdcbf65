import Channels
import Discovery
import Model
import Monitoring

extension ConfigurationReader {
  // MARK: Serving

  mutating func readServe(_ fields: [String: FieldValue]) {
    let path = ConfigurationPath(keys: ["serve"])
    refuseUnknown(fields, known: ServeKey.allCases.map(\.rawValue), at: path)
    for key in ServeKey.allCases {
      guard let field = fields[key.rawValue] else { continue }
      let path = path.appending(key.rawValue)
      if let value = value(field, of: key, at: path) {
        configuration.serve.set(key, value, from: place)
      }
    }
    if let conflict = configuration.serve.conflict {
      note("serve: \(conflict.words)", at: path.appending(conflict.key.rawValue))
    }
  }

  mutating func value(
    _ field: FieldValue,
    of key: ServeKey,
    at path: ConfigurationPath
  ) -> ServeSettings.Value? {
    switch (key.form, field) {
    case (.flag, .flag(let flag)): return .flag(flag)
    case (.flag, _): note("\(path) has to be true or false", at: path)
    case (.text, .text(let text)):
      guard let problem = key.problem(of: text) else { return .text(text) }
      note("\(path): \(problem)", at: path)
    case (.text, _): note("\(path) has to be text", at: path)
    case (.texts, .text(let text)):
      guard let problem = key.problem(of: text) else { return .texts([text]) }
      note("\(path): \(problem)", at: path)
    case (.texts, .list(let values)): return texts(values, of: key, at: path)
    case (.texts, _): note("\(path) has to be a list of texts", at: path)
    case (.duration, .text(let text)):
      if let every = ServeSettings.every(DurationText.milliseconds(text)) {
        return .duration(every)
      }
      note("\(path): \(ServeSettings.everyWords)", at: path)
    case (.duration, .number(let seconds)):
      if let every = ServeSettings.every(seconds * 1000) { return .duration(every) }
      note("\(path): \(ServeSettings.everyWords)", at: path)
    case (.duration, _): note("\(path): \(ServeSettings.everyWords)", at: path)
    }
    return nil
  }

  mutating func texts(
    _ values: [FieldValue],
    of key: ServeKey,
    at path: ConfigurationPath
  ) -> ServeSettings.Value? {
    var texts: [String] = []
    for (index, value) in values.enumerated() {
      let path = path.appending(index)
      guard case .text(let text) = value else {
        note("\(path) has to be text", at: path)
        return nil
      }
      if let problem = key.problem(of: text) {
        note("\(path): \(problem)", at: path)
        return nil
      }
      texts.append(text)
    }
    return .texts(texts)
  }

  // MARK: Alerts

  mutating func readAlerts(_ fields: [String: FieldValue]) {
    let path = ConfigurationPath(keys: ["alerts"])
    refuseUnknown(fields, known: ["page_url", "allow_exec"], at: path)
    switch fields["page_url"] {
    case nil: break
    case .text(let url) where Self.isPage(url): configuration.alerts.pageURL = url
    default:
      note(
        "alerts.page_url has to be the page's address, such as http://homenet.lan:8480/",
        at: path.appending("page_url")
      )
    }
    switch fields["allow_exec"] {
    case nil: break
    case .flag(let allows): configuration.alerts.allowsExec = allows
    default: note("alerts.allow_exec has to be true or false", at: path.appending("allow_exec"))
    }
  }

  // MARK: MQTT

  mutating func readMQTT(_ fields: [String: FieldValue]) {
    let path = ConfigurationPath(keys: ["mqtt"])
    refuseUnknown(fields, known: MQTTOptions.settings.map(\.name), at: path)
    var fields = fields
    var password: SecretReference?
    if let value = fields.removeValue(forKey: "password") {
      guard let references = readSecrets(.object(["password": value]), path) else { return }
      password = references["password"]
    }
    do throws(MonitoringError) {
      let secrets = password == nil ? [:] : ["password": "credential:x"]
      configuration.mqtt = try MQTTOptions(.object(fields), secrets: secrets)
      configuration.mqttPassword = password
    } catch {
      note(error, at: path)
    }
  }

  static func isPage(_ url: String) -> Bool {
    (url.hasPrefix("http://") || url.hasPrefix("https://")) && url.utf8.count <= 500
      && url.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !url.hasSuffix("://")
  }
}
