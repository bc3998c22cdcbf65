import Model
public import Monitoring
import Wire

/// What the table `[mqtt]` says: the broker, and what is published there.
///
/// Its keys are those of ``settings``, in the file as on the page.
public struct MQTTOptions: Hashable, Sendable {
  var broker: MQTTBroker
  /// Where Home Assistant looks for devices.
  public private(set) var discoveryPrefix: String
  /// Where homenet's own topics begin.
  public private(set) var baseTopic: String
  /// The home's part of topics and ids.
  public private(set) var home: String
  /// What the home is called.
  public private(set) var homeName: String
  /// Where homenet's page is; empty where nobody said.
  public private(set) var pageURL: String
  /// Whether who may publish at the broker may start scans.
  public private(set) var allowsCommands: Bool
  /// Whether devices are published of which nothing but a private link address is known.
  public private(set) var includesTransient: Bool
  /// Whether monitors are published.
  public private(set) var includesMonitors: Bool

  /// What can be set, in the order in which a form shows it.
  public static let settings: [ChannelSetting] = ChannelSetting.broker + published

  private static let published: [ChannelSetting] = [
    .plain(
      "home",
      "Home",
      .word(and: "_-", most: 32),
      usual: "home",
      help: "The home’s part of topics and ids: another for each home at one broker."
    ),
    .plain(
      "name",
      "Name",
      .line(most: 80),
      usual: "HomeNet",
      help: "What the home is called in Home Assistant."
    ),
    .plain(
      "discovery_prefix",
      "Discovery prefix",
      .word(and: "_-/", most: 64),
      usual: "homeassistant",
      help: "Where Home Assistant looks for devices, as its own settings say."
    ),
    .plain(
      "base_topic",
      "Base topic",
      .word(and: "_-/", most: 64),
      usual: "homenet",
      help: "Where homenet’s own topics begin."
    ),
    .plain(
      "page_url",
      "Page",
      .url,
      help: "The address of this page, so that Home Assistant can link to it."
    ),
    .plain(
      "monitors",
      "Monitors",
      .flag,
      usual: "true",
      help: "Whether monitors are published, each as a device of its own."
    ),
    .plain(
      "transient",
      "Passing devices",
      .flag,
      usual: "false",
      help: "Whether devices are published of which only a private address is known."
    ),
    .plain(
      "commands",
      "Commands",
      .flag,
      usual: "false",
      help: "Whether Home Assistant, and everybody at the broker, may start scans."
    ),
  ]

  /// The options of a table of the configuration file; `secrets` come from the file of secrets.
  ///
  /// - Throws: ``MonitoringError/unacceptable(key:_:)`` for the first key that is wrong.
  public init(_ table: FieldValue, secrets: [String: String] = [:]) throws(MonitoringError) {
    try self.init(settings: try Self.texts(table), secrets: secrets)
  }

  /// The options of a form.
  ///
  /// - Throws: ``MonitoringError/unacceptable(key:_:)`` for the first key that is wrong.
  public init(settings: [String: String], secrets: [String: String] = [:]) throws(MonitoringError) {
    if let problem = Self.problem(settings: settings, secrets: secrets) { throw problem }
    var values: [String: String] = [:]
    for setting in Self.settings {
      let given = [secrets[setting.name], settings[setting.name]].compactMap(\.self)
      values[setting.name] = given.first { !$0.isEmpty } ?? setting.usual ?? ""
    }
    func value(_ name: String) -> String { values[name] ?? "" }
    home = value("home")
    homeName = value("name")
    discoveryPrefix = value("discovery_prefix")
    baseTopic = value("base_topic")
    pageURL = value("page_url")
    allowsCommands = value("commands") == "true"
    includesTransient = value("transient") == "true"
    includesMonitors = value("monitors") == "true"
    broker = MQTTBroker(values, clientID: "homenet-\(value("home"))")
    broker.will = MQTTMessage("\(baseTopic)/\(home)/status", "offline")
  }

  /// The options with what systemd handed over, where the password is `credential:NAME`.
  ///
  /// Blocks, as it may read a file.
  public func resolved(by credentials: ChannelCredentials) throws(SecretsError) -> MQTTOptions {
    guard !broker.password.isEmpty else { return self }
    let channel = AlertChannel(
      id: "mqtt",
      name: "MQTT",
      service: ChannelService.mqtt.name,
      settings: [:]
    )
    var resolved = self
    let secrets = try credentials.resolved(["password": broker.password], of: channel)
    resolved.broker.password = secrets["password"] ?? ""
    return resolved
  }

  /// The options with that password.
  public func authenticated(by password: String) -> MQTTOptions {
    var options = self
    options.broker.password = password
    return options
  }

  /// What is wrong with settings; `nil` where nothing is.
  ///
  /// A password may stand among the settings, as the configuration file has no other place for it; there it
  /// should be `credential:NAME`.
  public static func problem(settings: [String: String], secrets: [String: String] = [:])
    -> MonitoringError?
  {
    let known = self.settings
    let names = known.map(\.name)
    if let unknown = settings.keys.filter({ !names.contains($0) }).min() {
      return .unacceptable(
        key: "mqtt.\(unknown.prefix(60))",
        Message(
          .channelSettingUnknown,
          [
            "service": .text("MQTT"), "setting": .text(String(unknown.prefix(60))),
            "known": .texts(names),
          ]
        )
      )
    }
    func given(_ name: String) -> String {
      let secret = secrets[name] ?? ""
      return secret.isEmpty ? settings[name] ?? "" : secret
    }
    for setting in known {
      let value = given(setting.name)
      if value.isEmpty {
        if setting.isRequired { return missing(setting.name) }
        continue
      }
      if setting.isSecret, SettingSyntax.credential(value) != nil { continue }
      if let problem = setting.problem(of: value) {
        return .unacceptable(key: "mqtt.\(setting.name)", problem)
      }
    }
    for name in ["discovery_prefix", "base_topic"] {
      let topic = given(name)
      if !topic.isEmpty, !MQTTTopic.isValid(topic) {
        return .unacceptable(key: "mqtt.\(name)", Message(.mqttTopic, ["setting": name]))
      }
    }
    for (one, other) in [
      ("password", "user"), ("tls_certificate", "tls_key"), ("tls_key", "tls_certificate"),
    ] where !given(one).isEmpty && given(other).isEmpty {
      return missing(other)
    }
    if given("tls") != "true",
      let unused = ["tls_ca", "tls_certificate"].first(where: { !given($0).isEmpty })
    {
      return .unacceptable(key: "mqtt.tls", Message(.mqttTLSOff, ["setting": unused]))
    }
    return nil
  }

  private static func missing(_ name: String) -> MonitoringError {
    .unacceptable(key: "mqtt.\(name)", Message(.channelSettingMissing, ["setting": name]))
  }

  /// The values of a table as texts, as a form gives them.
  private static func texts(_ table: FieldValue) throws(MonitoringError) -> [String: String] {
    guard case .object(let fields) = table else {
      throw .unacceptable(key: "mqtt", Message(.mqttTable))
    }
    var texts: [String: String] = [:]
    for name in fields.keys.sorted() {
      switch fields[name] {
      case .text(let text): texts[name] = text
      case .flag(let flag): texts[name] = flag ? "true" : "false"
      case .number(let number): texts[name] = JSONValue.number(number).json
      case .null, nil: continue
      case .list, .object, .other:
        throw .unacceptable(
          key: "mqtt.\(name.prefix(60))",
          Message(.mqttValue, ["setting": String(name.prefix(60))])
        )
      }
    }
    return texts
  }
}

/// What is wrong with the table `[mqtt]`.
extension MessageTemplate {
  static let mqttTopic = MessageTemplate(
    "channel.mqtt_topic",
    "{setting} must be a topic such as homenet or smart/home: no level of it may be empty"
  )
  static let mqttTLSOff = MessageTemplate(
    "channel.mqtt_tls_off",
    "{setting} is given, but tls isn’t true: without it nothing is encrypted"
  )
  static let mqttTable = MessageTemplate("channel.mqtt_table", "mqtt must be a table: [mqtt]")
  static let mqttValue = MessageTemplate(
    "channel.mqtt_value",
    "{setting} must be a text, a number, true or false"
  )
}
