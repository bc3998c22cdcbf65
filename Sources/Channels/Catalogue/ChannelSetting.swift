import Model
import Wire

/// A setting of a channel, as a form shows it.
public struct ChannelSetting: Hashable, Sendable {
  /// Its key in ``AlertChannel/settings``, or among the secrets.
  public let name: String
  /// What it is called.
  public let label: String
  /// What to write there, in a sentence.
  public let help: String
  /// Whether it must be given.
  public let isRequired: Bool
  /// Whether it is kept in the file of secrets.
  public let isSecret: Bool
  /// What may stand there.
  public let kind: Kind
  /// What is taken where it isn't given.
  public let usual: String?

  /// What may stand in a setting.
  public enum Kind: Hashable, Sendable {
    /// One line of at most so many characters.
    case line(most: Int)
    /// Characters of a set only: `A-Z a-z 0-9` and those given.
    case word(and: String, most: Int)
    /// An address of HTTP or HTTPS.
    case url
    /// A host name or an address of the network.
    case host
    /// A whole number within a range.
    case number(ClosedRange<Int>)
    /// One of several words.
    case choice([String])
    /// `true` or `false`.
    case flag
    /// A mail address.
    case mailAddress
    /// Mail addresses, with commas between them.
    case mailAddresses
    /// The absolute path of a file.
    case path
    /// JSON, with places in its texts.
    case json
    /// Lines of `Name: value`.
    case headers
    /// One argument a line.
    case arguments
  }

  /// A setting that isn't secret.
  static func plain(
    _ name: String,
    _ label: String,
    _ kind: Kind,
    isRequired: Bool = false,
    usual: String? = nil,
    help: String
  ) -> ChannelSetting {
    ChannelSetting(
      name: name,
      label: label,
      help: help,
      isRequired: isRequired,
      isSecret: false,
      kind: kind,
      usual: usual
    )
  }

  /// A setting that is kept in the file of secrets.
  static func secret(
    _ name: String,
    _ label: String,
    _ kind: Kind = .line(most: 1024),
    isRequired: Bool = false,
    help: String
  ) -> ChannelSetting {
    ChannelSetting(
      name: name,
      label: label,
      help: help,
      isRequired: isRequired,
      isSecret: true,
      kind: kind,
      usual: nil
    )
  }
}

extension ChannelSetting {
  /// What is wrong with a value; `nil` where nothing is.
  func problem(of value: String) -> Message? {
    guard value.utf8.count <= 16_384 else { return tooLong(16_384) }
    if !kind.hasLines, value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    {
      return Message(.channelOneLine, ["setting": name])
    }
    switch kind {
    case .line(let most): return value.count <= most ? nil : tooLong(most)
    case .word(let and, let most):
      guard value.count <= most else { return tooLong(most) }
      let isFine = value.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: and.utf8.contains(byte)
        }
      }
      if isFine { return nil }
      return and.isEmpty
        ? Message(.channelLetters, ["setting": name])
        : Message(.channelCharacters, ["setting": name, "others": and])
    case .url: return SettingSyntax.isURL(value) ? nil : Message(.channelNoURL, ["setting": name])
    case .host:
      return SettingSyntax.isHost(value) ? nil : Message(.channelNoHostName, ["setting": name])
    case .number(let range):
      guard let number = Int(value), range.contains(number) else {
        return Message(
          .channelNumber,
          [
            "setting": .text(name), "least": .count(range.lowerBound),
            "most": .count(range.upperBound),
          ]
        )
      }
      return nil
    case .choice(let words):
      return words.contains(value)
        ? nil : Message(.channelChoice, ["setting": .text(name), "choices": .texts(words)])
    case .flag:
      return ["true", "false"].contains(value)
        ? nil
        : Message(.channelChoice, ["setting": .text(name), "choices": .texts(["true", "false"])])
    case .mailAddress:
      return MailAddress(value) == nil ? Message(.channelNoMailAddress, ["setting": name]) : nil
    case .mailAddresses:
      return MailAddress.list(value) == nil
        ? Message(.channelNoMailAddress, ["setting": name]) : nil
    case .path: return value.hasPrefix("/") ? nil : Message(.channelNoPath, ["setting": name])
    case .json:
      return JSONValue(Array(value.utf8)) == nil ? Message(.channelNoJSON, ["setting": name]) : nil
    case .headers:
      return SettingSyntax.headers(value) == nil
        ? Message(.channelNoHeaders, ["setting": name]) : nil
    case .arguments:
      return value.utf8.contains(0) ? Message(.channelOneLine, ["setting": name]) : nil
    }
  }

  private func tooLong(_ most: Int) -> Message {
    Message(.channelTooLong, ["setting": .text(name), "count": .count(most)])
  }
}

extension ChannelSetting.Kind {
  /// Whether line ends may stand in it.
  fileprivate var hasLines: Bool {
    switch self {
    case .json, .headers, .arguments: true
    default: false
    }
  }
}

/// What is wrong with a setting.
extension MessageTemplate {
  static let channelOneLine = MessageTemplate(
    "channel.one_line",
    "{setting} must be one line without control characters"
  )
  static let channelTooLong = MessageTemplate(
    "channel.too_long",
    "{setting} may have {count} characters at most"
  )
  static let channelLetters = MessageTemplate(
    "channel.letters",
    "{setting} may have letters without accents and digits only"
  )
  static let channelCharacters = MessageTemplate(
    "channel.characters",
    "{setting} may have letters without accents, digits and {others} only"
  )
  static let channelNoURL = MessageTemplate(
    "channel.no_url",
    "{setting} must be an address that begins with http:// or https://, without a user in it"
  )
  static let channelNoHostName = MessageTemplate(
    "channel.no_host_name",
    "{setting} must be a host name or an IP address"
  )
  static let channelNumber = MessageTemplate(
    "channel.number",
    "{setting} must be a whole number from {least} to {most}"
  )
  static let channelChoice = MessageTemplate(
    "channel.choice",
    "{setting} must be {choices|, | or }"
  )
  static let channelNoMailAddress = MessageTemplate(
    "channel.no_mail_address",
    "{setting} must be a mail address like name@example.org"
  )
  static let channelNoPath = MessageTemplate(
    "channel.no_path",
    "{setting} must be the whole path of a file, beginning with /"
  )
  static let channelNoJSON = MessageTemplate("channel.no_json", "{setting} must be JSON")
  static let channelNoHeaders = MessageTemplate(
    "channel.no_headers",
    "{setting} must be lines like Name: value"
  )
}
