import Monitoring

/// A kind of channel: what it is called, what it needs, and how notices are sent to it.
///
/// Each is a value in a file of its own. What it takes to add one: a file in `Services`, its name in
/// ``ChannelService/all``, and a row in the tests.
public struct ChannelService: Sendable, Identifiable {
  /// Its name in settings: `ntfy`.
  public let name: String
  /// Its name as its makers write it.
  public let label: String
  /// What can be set.
  public let settings: [ChannelSetting]
  /// How much text it takes at once.
  let limit: TextLimit
  /// How the text is written.
  var markup = Markup.plain
  /// The service's numbers for how urgent something is.
  var priorities: [AlertNotice.Severity: Int] = [:]
  /// Words for how bad something is: names of emojis, colours.
  var tags: [AlertNotice.Severity: String] = [:]
  /// How often it may be sent to.
  var pace = Pace(count: 30, seconds: 60)
  /// Whether a receiver can tell by a notice's id that it was sent before.
  var tellsRepetitions = false
  /// How notices leave.
  let transport: Transport

  /// How notices leave.
  enum Transport: Sendable {
    case web(WebTemplate)
    case mail
    case mqtt
    case program
  }

  /// At most so many notices within so many seconds.
  struct Pace: Hashable, Sendable {
    var count: Int
    var seconds: Int
  }

  /// The names of the services by which a notice that is sent twice is one.
  public static var namesTellingRepetitions: Set<String> {
    Set(all.filter(\.tellsRepetitions).map(\.name))
  }

  /// Its name.
  public var id: String { name }

  /// A setting by its name.
  public func setting(_ name: String) -> ChannelSetting? { settings.first { $0.name == name } }

  /// The names of the settings that are kept in the file of secrets.
  public var secretNames: Set<String> { Set(settings.filter(\.isSecret).map(\.name)) }

  /// The settings and secrets of a channel, with the usual ones where none are given.
  func values(_ settings: [String: String], _ secrets: [String: String]) -> [String: String] {
    var values: [String: String] = [:]
    for setting in self.settings {
      let given = setting.isSecret ? secrets[setting.name] : settings[setting.name]
      values[setting.name] = given.flatMap { $0.isEmpty ? nil : $0 } ?? setting.usual ?? ""
    }
    return values
  }
}

extension ChannelSetting {
  /// A file of authorities to trust instead of the system's, for a server at home.
  static let authorities = plain(
    "tls_ca",
    "Authorities",
    .path,
    help: "The path of a PEM file with the authorities to trust, instead of the system’s."
  )
  /// Whether the server's certificate is verified.
  static let verification = plain(
    "tls_verify",
    "Verify the certificate",
    .flag,
    usual: "true",
    help: "Switch this off only for a server at home whose certificate nobody has signed."
  )
}
