internal import Crypto
internal import FoundationEssentials
internal import Wire

/// Decrypts the server's handshake records of TLS 1.3, certificates included (RFC 8446, sections 5.2
/// and 7.1); nothing is ever encrypted.
struct TLS13Decryptor: Sendable {
  private let seal: Seal
  private let key: SymmetricKey
  private let start: [UInt8]
  private var sequence: UInt64 = 0

  private enum Seal { case aes, chacha }

  /// Derives the server's handshake traffic keys from the transcript up to the server hello; `nil` for
  /// a suite that swift-crypto lacks.
  init?(_ suite: TLSCipherSuite, secret: SharedSecret, transcript: TLSTranscript) {
    switch suite.rawValue {
    case 0x1301: self.init(SHA256.self, 16, .aes, secret, transcript)
    case 0x1302: self.init(SHA384.self, 32, .aes, secret, transcript)
    case 0x1303: self.init(SHA256.self, 32, .chacha, secret, transcript)
    default: return nil
    }
  }

  private init<Hash: HashFunction>(
    _ hash: Hash.Type,
    _ keyLength: Int,
    _ seal: Seal,
    _ secret: SharedSecret,
    _ transcript: TLSTranscript
  ) {
    let zeros = Data(repeating: 0, count: Hash.Digest.byteCount)
    let early = HKDF<Hash>.extract(inputKeyMaterial: SymmetricKey(data: zeros), salt: zeros)
    let derived = Self.expand(
      hash,
      SymmetricKey(data: early),
      "derived",
      Array(Hash.hash(data: [UInt8]())),
      Hash.Digest.byteCount
    )
    let handshake = HKDF<Hash>.extract(
      inputKeyMaterial: SymmetricKey(data: secret.withUnsafeBytes { Data($0) }),
      salt: derived.withUnsafeBytes { Data($0) }
    )
    let traffic = Self.expand(
      hash,
      SymmetricKey(data: handshake),
      "s hs traffic",
      transcript.digest(hash),
      Hash.Digest.byteCount
    )
    self.seal = seal
    key = Self.expand(hash, traffic, "key", [], keyLength)
    start = Self.expand(hash, traffic, "iv", [], 12).withUnsafeBytes { Array($0) }
  }

  /// HKDF-Expand-Label (RFC 8446, section 7.1).
  private static func expand<Hash: HashFunction>(
    _ hash: Hash.Type,
    _ secret: SymmetricKey,
    _ label: String,
    _ context: [UInt8],
    _ length: Int
  ) -> SymmetricKey {
    let label = Array("tls13 \(label)".utf8)
    var info: [UInt8] = [UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), UInt8(label.count)]
    info += label
    info.append(UInt8(context.count))
    info += context
    return HKDF<Hash>.expand(pseudoRandomKey: secret, info: info, outputByteCount: length)
  }

  /// The content type and plaintext of a record; `nil` if decryption fails.
  mutating func open(_ record: TLSRecord) -> (type: UInt8, bytes: [UInt8])? {
    guard record.fragment.count >= 17 else { return nil }
    var nonce = start
    for index in 0..<8 {
      nonce[11 - index] ^= UInt8(truncatingIfNeeded: sequence >> (8 * UInt64(index)))
    }
    sequence += 1
    let head = Array(record.serialised.prefix(TLSRecord.headerLength))
    let sealed = record.fragment.dropLast(16)
    let tag = record.fragment.suffix(16)
    let opened: Data? =
      switch seal {
      case .aes:
        (try? AES.GCM.SealedBox(nonce: .init(data: nonce), ciphertext: sealed, tag: tag))
          .flatMap { try? AES.GCM.open($0, using: key, authenticating: head) }
      case .chacha:
        (try? ChaChaPoly.SealedBox(nonce: .init(data: nonce), ciphertext: sealed, tag: tag))
          .flatMap { try? ChaChaPoly.open($0, using: key, authenticating: head) }
      }
    guard let opened, let last = opened.lastIndex(where: { $0 != 0 }) else { return nil }
    return (opened[last], Array(opened[..<last]))
  }
}

/// The handshake transcript (RFC 8446, section 4.4.1).
struct TLSTranscript: Sendable {
  private var messages: [[UInt8]] = []
  /// Whether the first message is replaced by its hash, as after a HelloRetryRequest.
  private(set) var isRetried = false

  /// Adds a message with its header.
  mutating func add(_ message: [UInt8]) {
    messages.append(message)
  }

  /// Notes a HelloRetryRequest.
  mutating func retry() {
    isRetried = true
  }

  /// The transcript hash.
  func digest<Hash: HashFunction>(_ hash: Hash.Type) -> [UInt8] {
    var state = Hash()
    for (index, message) in messages.enumerated() {
      if index == 0, isRetried {
        state.update(data: [254, 0, 0, UInt8(Hash.Digest.byteCount)])
        state.update(data: Array(Hash.hash(data: message)))
      } else {
        state.update(data: message)
      }
    }
    return Array(state.finalize())
  }
}
