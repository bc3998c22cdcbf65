internal import Crypto

/// An SSH server up to the point where it shows its host key (RFC 4253, RFC 8731, RFC 8709).
///
/// The key is an Ed25519 key that follows from the seed, its exchange curve25519-sha256. Log-ins
/// are impossible.
public struct SSHService: ListenerService {
  let identification: String
  let seed: String

  /// A server that calls itself so, `SSH-2.0-OpenSSH_9.6`.
  public init(_ identification: String, seed: String) {
    self.identification = identification
    self.seed = seed
  }

  /// Says what it is.
  public func accept() -> any ServedConnection {
    let digest = Array(SHA256.hash(data: Array("NetLab host key \(seed)".utf8)))
    guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: digest) else {
      return ClosedConnection()
    }
    return Connection(identification: identification, key: key)
  }

  private struct Connection: ServedConnection {
    let identification: String
    let key: Curve25519.Signing.PrivateKey
    private var received: [UInt8] = []
    private var theirIdentification: [UInt8]?
    private var theirOffer: [UInt8] = []

    private static let mostBytes = 65_536

    init(identification: String, key: Curve25519.Signing.PrivateKey) {
      self.identification = identification
      self.key = key
    }

    mutating func begin() -> ServedStep {
      .say(Array("\(identification)\r\n".utf8))
    }

    mutating func take(_ bytes: [UInt8]) -> ServedStep {
      received += bytes
      guard received.count <= Self.mostBytes else { return .close() }
      var sending: [UInt8] = []
      if theirIdentification == nil {
        guard let end = received.firstIndex(of: 0x0A) else { return .wait }
        theirIdentification = received[..<end].filter { $0 != 0x0D }
        received.removeSubrange(...end)
        sending = SSHService.packet(SSHService.offer)
      }
      while received.count >= 5 {
        let length = received[..<4].reduce(0) { $0 << 8 | Int($1) }
        let padding = Int(received[4])
        guard length > padding + 1, length < 35_000 else { return .close() }
        guard received.count >= length + 4 else { break }
        let payload = Array(received[5..<4 + length - padding])
        received.removeSubrange(..<(4 + length))
        switch payload.first {
        case 20: theirOffer = payload
        case 30:
          guard let reply = exchange(payload) else { return .close() }
          sending += SSHService.packet(reply) + SSHService.packet([21])
        default: return .close(saying: sending)
        }
      }
      return .say(sending)
    }

    /// The answer to the other side's public value: key, own value, signature.
    private func exchange(_ payload: [UInt8]) -> [UInt8]? {
      let theirs = Array(payload.dropFirst(5))
      let mine = Curve25519.KeyAgreement.PrivateKey()
      guard let theirIdentification,
        let public_ = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: theirs),
        let secret = try? mine.sharedSecretFromKeyAgreement(with: public_)
      else { return nil }
      let kind = Array("ssh-ed25519".utf8).counted(by: UInt32.self)
      let blob = kind + Array(key.publicKey.rawRepresentation).counted(by: UInt32.self)
      let own = Array(mine.publicKey.rawRepresentation)
      let number = secret.withUnsafeBytes { Array($0.drop { $0 == 0 }) }
      let positive = (number.first ?? 0) >= 0x80 ? [0] + number : number
      let parts =
        [
          theirIdentification, Array(identification.utf8), theirOffer, SSHService.offer, blob,
          theirs, own, positive,
        ] as [[UInt8]]
      let hash = SHA256.hash(data: parts.flatMap { $0.counted(by: UInt32.self) })
      guard let signed = try? key.signature(for: Array(hash)) else { return nil }
      let signature = kind + Array(signed).counted(by: UInt32.self)
      return [31] + blob.counted(by: UInt32.self) + own.counted(by: UInt32.self)
        + signature.counted(by: UInt32.self)
    }
  }

  /// What it can do (SSH_MSG_KEXINIT).
  private static let offer: [UInt8] = {
    let lists = [
      "curve25519-sha256,curve25519-sha256@libssh.org", "ssh-ed25519",
      "aes128-ctr,aes256-ctr", "aes128-ctr,aes256-ctr", "hmac-sha2-256", "hmac-sha2-256", "none",
      "none", "", "",
    ]
    return [20] + [UInt8](repeating: 0x4C, count: 16)
      + lists.flatMap { Array($0.utf8).counted(by: UInt32.self) } + [0, 0, 0, 0, 0]
  }()

  /// A packet that is not encrypted.
  private static func packet(_ payload: [UInt8]) -> [UInt8] {
    let padding = 8 - (payload.count + 5) % 8
    let length = padding < 4 ? padding + 8 : padding
    return ([UInt8(length)] + payload + [UInt8](repeating: 0, count: length))
      .counted(by: UInt32.self)
  }
}
