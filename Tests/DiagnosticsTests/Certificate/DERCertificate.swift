/// A certificate that nobody signed, written member by member (RFC 5280, section 4.1), so that each can
/// be wrong.
struct DERCertificate {
  /// An extension, or what stands in place of one.
  struct Extension: Sendable {
    var number: [UInt8] = []
    /// The flag as it is written; nothing for not critical.
    var critical: [UInt8] = []
    var value: [UInt8] = []
    private var raw: [UInt8]?

    /// With that object identifier, whose content is given, and that value.
    init(_ number: [UInt8], value: [UInt8]) {
      self.number = number
      self.value = value
    }

    /// These bytes, whatever they are.
    init(bytes: [UInt8]) {
      raw = bytes
    }

    var bytes: [UInt8] {
      raw ?? der(0x30, der(0x06, number) + critical + der(0x04, value))
    }

    static func names(_ names: [String]) -> Extension {
      let entries = names.flatMap { der(0x82, Array($0.utf8)) }
      return Extension([0x55, 0x1D, 0x11], value: der(0x30, entries))
    }

    static let authority = Extension(
      [0x55, 0x1D, 0x13],
      value: der(0x30, der(0x01, [0xFF]))
    )

    static let mustStaple = Extension(
      [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x18],
      value: der(0x30, der(0x02, [5]))
    )
  }

  var subject: String
  var extensions: [Extension]

  var bytes: [UInt8] {
    // ecdsa-with-SHA256.
    let method = der(0x30, der(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]))
    let time = der(0x30, utc("250101000000Z") + utc("350101000000Z"))
    let curve: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    let key = der(
      0x30,
      der(0x30, der(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]) + der(0x06, curve))
        + der(0x03, [0, 4])
    )
    var body = der(0xA0, der(0x02, [2])) + der(0x02, [7]) + method
    body += name("issuer") + time + name(subject) + key
    body += der(0xA3, der(0x30, extensions.flatMap(\.bytes)))
    return der(0x30, der(0x30, body) + method + der(0x03, [0]))
  }

  private func utc(_ text: String) -> [UInt8] { der(0x17, Array(text.utf8)) }

  private func name(_ text: String) -> [UInt8] {
    let attribute = der(0x06, [0x55, 0x04, 0x03]) + der(0x0C, Array(text.utf8))
    return der(0x30, der(0x31, der(0x30, attribute)))
  }
}

/// A tag, a length and a content, which is shorter than 64 KB.
private func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
  let count = content.count
  let length: [UInt8] =
    count < 0x80
    ? [UInt8(count)]
    : count < 0x100 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
  return [tag] + length + content
}
