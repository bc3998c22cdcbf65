public import Monitoring

extension ChannelService {
  /// Whether notices are given to a program.
  var runsPrograms: Bool { if case .program = transport { true } else { false } }

  /// What a form for it shows: its name, its label, and its settings.
  public var field: FieldValue {
    .object([
      "name": .text(name), "label": .text(label), "settings": .list(settings.map(\.field)),
    ])
  }
}

extension ChannelSetting {
  /// The setting in a form.
  var field: FieldValue {
    var fields: [String: FieldValue] = [
      "name": .text(name), "label": .text(label), "help": .text(help),
      "required": .flag(isRequired), "secret": .flag(isSecret), "kind": .text(kind.word),
      "default": usual.map(FieldValue.text) ?? .null,
    ]
    if case .choice(let words) = kind { fields["choices"] = .list(words.map(FieldValue.text)) }
    return .object(fields)
  }
}

extension ChannelSetting.Kind {
  /// The kind in a form.
  fileprivate var word: String {
    switch self {
    case .line, .word, .host, .path: "text"
    case .url: "url"
    case .number: "number"
    case .choice: "choice"
    case .flag: "flag"
    case .mailAddress, .mailAddresses: "email"
    case .json, .headers, .arguments: "lines"
    }
  }
}
