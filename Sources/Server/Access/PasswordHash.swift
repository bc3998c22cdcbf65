import CryptoExtras
import FoundationEssentials

/// What is kept of the password: its scrypt hash (RFC 7914).
struct PasswordHash: Hashable, Sendable, Codable {
  /// The cost: rounds, a power of two.
  var rounds: Int
  /// The block size; a hash takes 128 × rounds × block size bytes.
  var blockSize: Int
  /// How often the whole is done.
  var parallelism: Int
  /// Random, of its own.
  var salt: [UInt8]
  /// The hash.
  var key: [UInt8]

  /// 32 MiB and three passes: as hard to guess as OWASP's first choice (128 MiB, one pass), and fits
  /// a small computer.
  static let recommended = (rounds: 1 << 15, blockSize: 8, parallelism: 3)
  private static let keySize = 32
  private static let saltSize = 16

  /// Hashes a password; takes a fraction of a second and must not be done on the cooperative pool.
  init(
    _ password: String,
    cost: (rounds: Int, blockSize: Int, parallelism: Int) = recommended
  ) throws {
    (rounds, blockSize, parallelism) = cost
    salt = Secrets.salt(Self.saltSize)
    key = []
    key = try derive(password)
  }

  /// Whether that is the password; as slow as making the hash.
  func matches(_ password: String) -> Bool {
    guard isSound, let derived = try? derive(password) else { return false }
    return Secrets.areEqual(derived, key)
  }

  /// Whether the numbers are such as this program writes; a file with others would cost any memory.
  var isSound: Bool {
    rounds > 1 && rounds & (rounds - 1) == 0 && rounds <= 1 << 17 && (1...16).contains(blockSize)
      && (1...16).contains(parallelism) && key.count == Self.keySize && salt.count >= 8
  }

  private func derive(_ password: String) throws -> [UInt8] {
    let key = try KDF.Scrypt.deriveKey(
      from: Array(password.utf8),
      salt: salt,
      outputByteCount: Self.keySize,
      rounds: rounds,
      blockSize: blockSize,
      parallelism: parallelism
    )
    return key.withUnsafeBytes { Array($0) }
  }
}
