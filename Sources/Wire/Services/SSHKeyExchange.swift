/// What one side of an SSH connection can do: `SSH_MSG_KEXINIT` (RFC 4253, section 7.1).
public struct SSHKeyExchangeInit: Hashable, Sendable {
  /// Sixteen bytes of the sender's choice.
  public var cookie: [UInt8]
  /// Key exchange methods, the preferred first.
  public var keyExchange: [String]
  /// Host key algorithms.
  public var hostKeys: [String]
  /// Ciphers, the same both ways where this is written.
  public var ciphers: [String]
  /// Message authentication codes, likewise.
  public var authentication: [String]
  /// Compression methods, likewise.
  public var compression: [String]
  /// Whether the sender's first key exchange message follows unasked.
  public var guesses: Bool

  /// The message's number.
  public static let number: UInt8 = 20
  /// How long a list may be; OpenSSH's longest has 600 bytes.
  private static let longestList = 8 << 10

  /// Lists are in order of preference; the cookie is cut or padded to 16 bytes when written.
  public init(
    cookie: [UInt8],
    keyExchange: [String],
    hostKeys: [String],
    ciphers: [String],
    authentication: [String],
    compression: [String],
    guesses: Bool = false
  ) {
    self.cookie = cookie
    self.keyExchange = keyExchange
    self.hostKeys = hostKeys
    self.ciphers = ciphers
    self.authentication = authentication
    self.compression = compression
    self.guesses = guesses
  }

  /// The client's first method that the server has too decides (RFC 4253, section 7.1).
  public static func agreed(client: [String], server: [String]) -> String? {
    let offered = Set(server)
    return client.first(where: offered.contains)
  }
}

extension SSHKeyExchangeInit: WireFormat {
  /// Reads the message; of lists for either direction those from client to server are kept.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint8(bytes) == Self.number else {
      throw WireError(.invalid("SSH message number"), at: 0)
    }
    cookie = try cursor.bytes(bytes, count: 16)
    var lists: [[String]] = []
    for _ in 0..<10 { try lists.append(Self.list(&cursor, in: bytes)) }
    keyExchange = lists[0]
    hostKeys = lists[1]
    ciphers = lists[2]
    authentication = lists[4]
    compression = lists[6]
    guesses = try cursor.uint8(bytes) != 0
    try cursor.skip(4, in: bytes)
  }

  private static func list(
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) -> [String] {
    let text = try SSHString.read(&cursor, in: bytes, limit: longestList)
    return text.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(Self.number)
    bytes.append(contentsOf: cookie.prefix(16))
    bytes.append(contentsOf: repeatElement(0, count: max(0, 16 - cookie.count)))
    let lists = [
      keyExchange, hostKeys, ciphers, ciphers, authentication, authentication, compression,
      compression, [], [],
    ]
    for list in lists { SSHString.write(Array(list.joined(separator: ",").utf8), to: &bytes) }
    bytes.append(guesses ? 1 : 0)
    bytes.append(bigEndian: UInt32(0))
  }
}

/// The client's public value: `SSH_MSG_KEX_ECDH_INIT` (RFC 5656, section 4) or `SSH_MSG_KEXDH_INIT`
/// (RFC 4253, section 8), which look the same.
public struct SSHKeyExchangeRequest: Hashable, Sendable {
  /// The public value.
  public var publicValue: [UInt8]

  /// The message's number.
  public static let number: UInt8 = 30

  /// The value in its method's own form: 32 bytes for X25519, a point or an integer otherwise.
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
