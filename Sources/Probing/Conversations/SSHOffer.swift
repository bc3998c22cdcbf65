import Wire

/// What homenet says it can do in SSH: broad enough for servers of twenty years.
enum SSHOffer {
  /// The order of host keys decides which of a server's keys is read, so it must never change: the
  /// key tells the device again.
  private static let hostKeys = [
    "ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
    "rsa-sha2-512", "rsa-sha2-256", "ssh-rsa", "ssh-dss",
  ]
  private static let keyExchange = [
    "curve25519-sha256", "curve25519-sha256@libssh.org", "ecdh-sha2-nistp256",
    "diffie-hellman-group14-sha256", "diffie-hellman-group16-sha512",
    "diffie-hellman-group14-sha1", "diffie-hellman-group1-sha1",
  ]

  /// The message.
  ///
  /// The cookie is random where a session is to be kept from replay; there is none here.
  static let ours = SSHKeyExchangeInit(
    cookie: Array("homenet reads it".utf8),
    keyExchange: keyExchange,
    hostKeys: hostKeys,
    ciphers: [
      "aes128-ctr", "aes256-ctr", "chacha20-poly1305@openssh.com", "aes128-gcm@openssh.com",
      "aes256-gcm@openssh.com", "aes192-ctr", "aes128-cbc", "aes256-cbc", "3des-cbc",
    ],
    authentication: [
      "hmac-sha2-256", "hmac-sha2-512", "hmac-sha2-256-etm@openssh.com",
      "hmac-sha2-512-etm@openssh.com", "hmac-sha1", "hmac-sha1-96", "hmac-md5",
    ],
    compression: ["none", "zlib@openssh.com", "zlib"]
  )

  /// A public value for the method that both sides agree on; `nil` where there is none.
  static func publicValue(for theirs: SSHKeyExchangeInit) -> [UInt8]? {
    guard
      let method = SSHKeyExchangeInit.agreed(client: keyExchange, server: theirs.keyExchange),
      SSHKeyExchangeInit.agreed(client: hostKeys, server: theirs.hostKeys) != nil
    else { return nil }
    if method.hasPrefix("curve25519") { return curve25519 }
    return method.hasPrefix("ecdh") ? p256 : modular
  }

  /// The base point of Curve25519 (RFC 7748, section 4.1).
  private static let curve25519: [UInt8] = [9] + Array(repeating: 0, count: 31)

  /// The base point of P-256, uncompressed (SEC 2, section 2.4.2).
  private static let p256: [UInt8] = [
    0x04,
    0x6B, 0x17, 0xD1, 0xF2, 0xE1, 0x2C, 0x42, 0x47, 0xF8, 0xBC, 0xE6, 0xE5, 0x63, 0xA4, 0x40, 0xF2,
    0x77, 0x03, 0x7D, 0x81, 0x2D, 0xEB, 0x33, 0xA0, 0xF4, 0xA1, 0x39, 0x45, 0xD8, 0x98, 0xC2, 0x96,
    0x4F, 0xE3, 0x42, 0xE2, 0xFE, 0x1A, 0x7F, 0x9B, 0x8E, 0xE7, 0xEB, 0x4A, 0x7C, 0x0F, 0x9E, 0x16,
    0x2B, 0xCE, 0x33, 0x57, 0x6B, 0x31, 0x5E, 0xCE, 0xCB, 0xB6, 0x40, 0x68, 0x37, 0xBF, 0x51, 0xF5,
  ]

  /// A square, so that it is in the subgroup of every group whose prime is safe, with enough bits of
  /// either kind to pass for a real one (OpenSSH wants four).
  private static let modular: [UInt8] = {
    let root: UInt64 = 0x1234_5678_9ABC_DEF1
    let square = root.multipliedFullWidth(by: root)
    return (0..<16).map { index in
      UInt8(
        truncatingIfNeeded: (index < 8 ? square.high : square.low) >> UInt64(56 - 8 * (index % 8))
      )
    }
  }()
}
