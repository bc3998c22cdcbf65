/// The client's public value: `SSH_MSG_KEX_ECDH_INIT` (RFC 5656, section 4) or `SSH_MSG_KEXDH_INIT`
/// (RFC 4253, section 8), which look the same.
public struct SSHKeyExchangeRequest: Hashable, Sendable {
  /// The public value.
  public var publicValue: [UInt8]

  /// The message's number.
  public static let number: UInt8 = 30

  /// The given value.
  public init(publicValue: [UInt8]) {
    self.publicValue = publicValue
  }
}

extension SSHKeyExchangeRequest: WireFormat {
  /// Reads the message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint8(bytes) == Self.number else {
      throw WireError(.invalid("SSH message number"), at: 0)
    }
    publicValue = try SSHString.read(&cursor, in: bytes, limit: SSHKeyExchangeReply.longestPart)
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(Self.number)
    SSHString.write(publicValue, to: &bytes)
  }
}

/// The server's answer with its host key: `SSH_MSG_KEX_ECDH_REPLY` or `SSH_MSG_KEXDH_REPLY`.
public struct SSHKeyExchangeReply: Hashable, Sendable {
  /// The public host key, in its own format (RFC 4253, section 6.6): this is what fingerprints of
  /// host keys are taken of.
  public var hostKey: [UInt8]
  /// The server's public value.
  public var publicValue: [UInt8]
  /// The host key's signature of the exchange.
  public var signature: [UInt8]

  /// The message's number.
  public static let number: UInt8 = 31
  /// How long each part may be; an RSA key of 16,384 bits has 2,100 bytes.
  static let longestPart = 16 << 10

  /// The given answer.
  public init(hostKey: [UInt8], publicValue: [UInt8], signature: [UInt8]) {
    self.hostKey = hostKey
    self.publicValue = publicValue
    self.signature = signature
  }

  /// The kind of the host key, `ssh-ed25519`; `nil` where it is no key.
  public var hostKeyAlgorithm: String? {
    let bytes = hostKey.span.bytes
    var cursor = ByteCursor(bytes)
    guard let name = try? SSHString.read(&cursor, in: bytes, limit: 64), !name.isEmpty,
      name.allSatisfy({ (0x21...0x7E).contains($0) }), cursor.remaining >= 8
    else { return nil }
    return String(decoding: name, as: UTF8.self)
  }
}

extension SSHKeyExchangeReply: WireFormat {
  /// Reads the message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint8(bytes) == Self.number else {
      throw WireError(.invalid("SSH message number"), at: 0)
    }
    hostKey = try SSHString.read(&cursor, in: bytes, limit: Self.longestPart)
    publicValue = try SSHString.read(&cursor, in: bytes, limit: Self.longestPart)
    signature = try SSHString.read(&cursor, in: bytes, limit: Self.longestPart)
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(Self.number)
    SSHString.write(hostKey, to: &bytes)
    SSHString.write(publicValue, to: &bytes)
    SSHString.write(signature, to: &bytes)
  }
}
