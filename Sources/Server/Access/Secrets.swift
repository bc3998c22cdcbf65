import Crypto
import FoundationEssentials
import Wire

/// Random secrets and how they are kept: as digests, for a secret of 256 bits needs no slow hash.
enum Secrets {
  /// 256 random bits in hexadecimal.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return Hex.encode((0..<4).flatMap { _ in bytes(of: generator.next()) })
  }

  /// That many random bytes.
  static func salt(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// A passphrase that a person can copy from a screen to a phone: 80 random bits.
  static func passphrase() -> String {
    // Without 0, 1, l and o, which are taken for one another.
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    var generator = SystemRandomNumberGenerator()
    let groups = (0..<4).map { _ in
      String((0..<4).map { _ in letters[Int(generator.next() % UInt64(letters.count))] })
    }
    return groups.joined(separator: "-")
  }

  /// The digest that is kept of a secret.
  static func digest(_ secret: String) -> [UInt8] {
    Array(SHA256.hash(data: Data(secret.utf8)))
  }

  /// Compares in a time that doesn't tell where they differ.
  static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func bytes(of word: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
  }
}
