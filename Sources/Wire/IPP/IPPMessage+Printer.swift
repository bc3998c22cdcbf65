extension IPPMessage {
  /// Asks the printer at that URI, `ipp://192.168.1.9/ipp/print`, for some of its attributes
  /// (RFC 8011, section 4.2.5).
  public static func getPrinterAttributes(_ uri: String, _ attributes: [String]) -> IPPMessage {
    IPPMessage(
      code: 0x000B,
      id: 1,
      groups: [
        Group(
          Group.operation,
          [
            Attribute("attributes-charset", [Value(Value.charset, "utf-8")]),
            Attribute("attributes-natural-language", [Value(Value.language, "en")]),
            Attribute("printer-uri", [Value(Value.uri, uri)]),
            Attribute("requested-attributes", attributes.map { Value(Value.keyword, $0) }),
          ]
        )
      ]
    )
  }

  /// The text of a printer's attribute, its first value; `nil` where it has none.
  public func text(_ name: String) -> String? {
    for group in groups where group.tag == Group.printer {
      for attribute in group.attributes where attribute.name == name {
        return attribute.values.first?.text
      }
    }
    return nil
  }
}

extension IPPMessage.Value {
  /// `textWithoutLanguage`.
  public static let text: UInt8 = 0x41
  /// `nameWithoutLanguage`.
  public static let name: UInt8 = 0x42
  /// `keyword`.
  public static let keyword: UInt8 = 0x44
  /// `uri`.
  public static let uri: UInt8 = 0x45
  /// `charset`.
  public static let charset: UInt8 = 0x47
  /// `naturalLanguage`.
  public static let language: UInt8 = 0x48

  /// Its text; `nil` where it is none.
  public var text: String? {
    switch tag {
    case 0x40...0x49: return String(decoding: bytes, as: UTF8.self)
    case 0x35, 0x36:
      // The language, then the text, each after its length.
      let span = bytes.span.bytes
      var cursor = ByteCursor(span)
      guard let skipped = try? cursor.uint16(span),
        (try? cursor.bytes(span, count: Int(skipped))) != nil,
        let length = try? cursor.uint16(span),
        let text = try? cursor.bytes(span, count: Int(length))
      else { return nil }
      return String(decoding: text, as: UTF8.self)
    default: return nil
    }
  }
}
