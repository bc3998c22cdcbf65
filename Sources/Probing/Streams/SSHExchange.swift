import Crypto
import Model
import Wire

/// Reads an SSH server's identification and host key.
///
/// The key exchange ends with the server's reply (RFC 4253, sections 7 and 8; RFC 5656). Nothing is
/// encrypted, so that any valid public value serves.
struct SSHExchange: StreamExchange {
  let port: UInt16
  private var phase = Phase.identification
  private var lines = LineBuffer(limit: 4 << 10)
  private var packets = MessageBuffer<SSHPacket>(limit: 40 << 10)
  private var linesSeen = 0

  private enum Phase {
    case identification
    case capabilities
    case hostKey
    case over
  }

  private static let identification = Array("SSH-2.0-homenet\r\n".utf8)
  /// Lines before the server's identification (RFC 4253, section 4.2).
  private static let mostLines = 32

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ExchangeStep { .wait }

  mutating func take(_ bytes: [UInt8]) -> ExchangeStep {
    switch phase {
    case .identification: return identify(bytes)
    case .capabilities, .hostKey:
      packets.append(bytes)
      return exchange()
    case .over: return .done()
    }
  }

  // MARK: Greeting

  private mutating func identify(_ bytes: [UInt8]) -> ExchangeStep {
    // Packets can follow the identification in the same bytes.
    var used = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(bytes[used...index])
      used = index + 1
      guard !lines.isFull, let line = lines.next() else { break }
      linesSeen += 1
      if line.starts(with: Array("SSH-".utf8)) { return greeted(line, then: bytes[used...]) }
      guard linesSeen < Self.mostLines else { break }
    }
    lines.append(bytes[used...])
    if lines.isFull || linesSeen >= Self.mostLines {
      phase = .over
      return .done()
    }
    return .wait
  }

  private mutating func greeted(
    _ line: [UInt8],
    then rest: ArraySlice<UInt8>
  ) -> ExchangeStep {
    let facts = Fact.greeting(line.prefix(255), port: port, "ssh")
    // 1.99 is version 2 with support for 1 (RFC 4253, section 5.1).
    guard line.starts(with: Array("SSH-2.".utf8)) || line.starts(with: Array("SSH-1.99".utf8))
    else {
      phase = .over
      return .done(facts)
    }
    phase = .capabilities
    packets.append(rest)
    let hello = Self.identification + SSHPacket(payload: SSHOffer.ours.serialised).serialised
    var step = exchange()
    step.sending = hello + step.sending
    step.facts = facts + step.facts
    return step
  }

  // MARK: Key exchange

  private mutating func exchange() -> ExchangeStep {
    var said = ExchangeStep.wait
    do throws(WireError) {
      while !said.isDone, let packet = try packets.next() {
        guard let step = try handle(packet) else { continue }
        said.sending += step.sending
        said.facts += step.facts
        said.isDone = step.isDone
      }
    } catch {
      phase = .over
      said.isDone = true
    }
    return said
  }

  private mutating func handle(_ packet: SSHPacket) throws(WireError) -> ExchangeStep? {
    switch (phase, packet.number) {
    case (.capabilities, SSHKeyExchangeInit.number):
      let theirs = try SSHKeyExchangeInit(parsing: packet.payload)
      guard let value = SSHOffer.publicValue(for: theirs) else {
        phase = .over
        return Self.disconnect([])
      }
      phase = .hostKey
      let request = SSHKeyExchangeRequest(publicValue: value)
      return .say(SSHPacket(payload: request.serialised).serialised)
    case (.hostKey, SSHKeyExchangeReply.number):
      let reply = try SSHKeyExchangeReply(parsing: packet.payload)
      phase = .over
      guard reply.hostKeyAlgorithm != nil else { return Self.disconnect([]) }
      let digest = SHA256.hash(data: reply.hostKey)
      return Self.disconnect([.identity(.sshKey, Hex.encode(digest))])
    case (_, SSHDisconnect.number):
      phase = .over
      return .done()
    default:
      // SSH_MSG_DEBUG and SSH_MSG_IGNORE can come at any time (RFC 4253, section 11).
      return nil
    }
  }

  private static func disconnect(_ facts: [Fact]) -> ExchangeStep {
    let message = SSHDisconnect(words: "seen the host key, thank you")
    let bytes = SSHPacket(payload: message.serialised).serialised
    return ExchangeStep(sending: bytes, facts: facts, isDone: true)
  }
}

/// The algorithms that homenet offers, broad enough for servers twenty years old.
enum SSHOffer {
  /// Their order decides which of a server's keys is read and must not change: the key identifies
  /// the device in later scans.
  private static let hostKeys = [
    "ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
    "rsa-sha2-512", "rsa-sha2-256", "ssh-rsa", "ssh-dss",
  ]
  private static let keyExchange = [
    "curve25519-sha256", "curve25519-sha256@libssh.org", "ecdh-sha2-nistp256",
    "diffie-hellman-group14-sha256", "diffie-hellman-group16-sha512",
    "diffie-hellman-group14-sha1", "diffie-hellman-group1-sha1",
  ]

  /// The SSH_MSG_KEXINIT; its cookie can be constant, as no session follows.
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

  /// A public value for the negotiated key exchange method; `nil` without a common method.
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

  /// A quadratic residue, so that it is in the prime-order subgroup for every safe prime; has enough
  /// one bits for OpenSSH, which wants four.
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
