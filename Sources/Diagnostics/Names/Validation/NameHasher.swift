import Crypto
import Wire

/// Hashes names for NSEC3 (RFC 5155, section 5), each once, and counts what that costs.
struct NameHasher {
  private struct Key: Hashable {
    var name: DNSName
    var iterations: UInt16
    var salt: [UInt8]
  }

  private let limit: Int
  private var known: [Key: [UInt8]] = [:]
  /// Digests made.
  private(set) var count = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// The hash, or `nil` where that would be more work than is allowed.
  mutating func hash(_ name: DNSName, like denial: HashedDenial) -> [UInt8]? {
    let key = Key(name: name, iterations: denial.iterations, salt: denial.salt)
    if let hash = known[key] { return hash }
    guard spend(Int(denial.iterations) + 1) else { return nil }
    var hash = name.canonical
    for _ in 0...denial.iterations {
      hash = Array(Insecure.SHA1.hash(data: hash + denial.salt))
    }
    known[key] = hash
    return hash
  }

  /// Counts digests; false where they would be more than allowed.
  mutating func spend(_ digests: Int) -> Bool {
    guard count + digests <= limit else { return false }
    count += digests
    return true
  }
}
