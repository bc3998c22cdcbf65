extension Message: Decodable {
  private enum DecodedKeys: String, CodingKey { case code, text, values }

  /// Reads what ``encode(to:)`` writes: the code and the values, and as the text the one that was written.
  ///
  /// So what was stored is said as it was then, though the catalogue changed since.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: DecodedKeys.self)
    let code = try json.decode(String.self, forKey: .code)
    guard !code.isEmpty, code.utf8.count <= Self.longestCode else {
      throw DecodingError.dataCorruptedError(
        forKey: .code,
        in: json,
        debugDescription: "a code has 1 to \(Self.longestCode) bytes"
      )
    }
    let text = String(
      try json.decode(String.self, forKey: .text).unicodeScalars.prefix(Self.longestText)
    )
    let values = try json.decode([String: Value].self, forKey: .values)
    guard values.count <= Value.mostItems else {
      throw DecodingError.dataCorruptedError(
        forKey: .values,
        in: json,
        debugDescription: "a message has at most \(Value.mostItems) values"
      )
    }
    let isVerbatim = code == MessageTemplate.verbatim.code && values == ["text": .text(text)]
    self.init(isVerbatim ? .verbatim : MessageTemplate(code, literal: text), known: values)
  }

  /// No code comes near it.
  private static let longestCode = 128
  /// What is read of a text, in code points.
  private static let longestText = 16_384
}

extension Message.Value: Decodable {
  /// Reads a string, a number, an array or a message.
  public init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.deepest else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "messages lie in each other too deep"
        )
      )
    }
    let json = try decoder.singleValueContainer()
    if let text = try? json.decode(String.self) {
      self = .text(text)
    } else if let number = try? json.decode(Double.self) {
      self = .number(number)
    } else if var list = try? decoder.unkeyedContainer() {
      var values: [Message.Value] = []
      while !list.isAtEnd {
        guard values.count < Self.mostItems else {
          throw DecodingError.dataCorruptedError(
            in: list,
            debugDescription: "a list has at most \(Self.mostItems) items"
          )
        }
        values.append(try list.decode(Message.Value.self))
      }
      self = .list(values)
    } else {
      self = .message(try json.decode(Message.self))
    }
  }

  /// As many items as a list, and values as a message, may have.
  static let mostItems = 4096
  /// A message is a few levels deep, in what is itself a few deep; the stack ends much later.
  private static let deepest = 64
}
