/// The inverse cipher of AES with a key of 128 bits (FIPS 197, section 5.3), block by block.
///
/// Only for messages that makers encrypt with published keys: it is slow, open to timing attacks,
/// and must never protect a secret.
package struct AES128: Sendable {
  private let roundKeys: [[UInt8]]

  /// The cipher with that key; `nil` unless it has sixteen bytes.
  package init?(key: [UInt8]) {
    guard key.count == 16 else { return nil }
    var words = stride(from: 0, to: 16, by: 4).map { Array(key[$0..<$0 + 4]) }
    var constant: UInt8 = 1
    for index in 4..<44 {
      var word = words[index - 1]
      if index.isMultiple(of: 4) {
        word = [word[1], word[2], word[3], word[0]].map { Tables.substitution[Int($0)] }
        word[0] ^= constant
        constant = Self.double(constant)
      }
      words.append(zip(word, words[index - 4]).map(^))
    }
    roundKeys = stride(from: 0, to: 44, by: 4).map { words[$0..<$0 + 4].flatMap { $0 } }
  }

  /// The blocks of sixteen bytes in the clear; `nil` where they are no whole blocks.
  package func decrypt(_ bytes: some Collection<UInt8>) -> [UInt8]? {
    guard bytes.count.isMultiple(of: 16) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var block: [UInt8] = []
    for byte in bytes {
      block.append(byte)
      if block.count == 16 {
        result += decrypted(block)
        block.removeAll(keepingCapacity: true)
      }
    }
    return result
  }

  private func decrypted(_ block: [UInt8]) -> [UInt8] {
    var state = zip(block, roundKeys[10]).map(^)
    for round in stride(from: 9, through: 0, by: -1) {
      // Rows go back to where they were shifted from, bytes to what they were.
      var moved = state
      for column in 0..<4 {
        for row in 0..<4 {
          moved[4 * ((column + row) % 4) + row] = Tables.inverse[Int(state[4 * column + row])]
        }
      }
      state = zip(moved, roundKeys[round]).map(^)
      if round > 0 { Self.unmix(&state) }
    }
    return state
  }

  private static func unmix(_ state: inout [UInt8]) {
    for column in stride(from: 0, to: 16, by: 4) {
      let old = Array(state[column..<column + 4])
      for row in 0..<4 {
        state[column + row] =
          times(old[row], 14) ^ times(old[(row + 1) % 4], 11) ^ times(old[(row + 2) % 4], 13)
          ^ times(old[(row + 3) % 4], 9)
      }
    }
  }

  /// In the field of 256 elements (FIPS 197, section 4.2).
  private static func double(_ value: UInt8) -> UInt8 {
    value << 1 ^ (value & 0x80 == 0 ? 0 : 0x1B)
  }

  private static func times(_ value: UInt8, _ factor: UInt8) -> UInt8 {
    var value = value
    var factor = factor
    var product: UInt8 = 0
    while factor > 0 {
      if factor & 1 == 1 { product ^= value }
      value = double(value)
      factor >>= 1
    }
    return product
  }

  /// The substitution and its inverse, computed as they are defined (FIPS 197, section 5.1.1).
  private enum Tables {
    static let substitution: [UInt8] = (0...255).map { value in
      let inverse = (1...255).first { times(UInt8(value), $0) == 1 } ?? 0
      func turned(_ count: UInt8) -> UInt8 { inverse << count | inverse >> (8 - count) }
      return inverse ^ turned(1) ^ turned(2) ^ turned(3) ^ turned(4) ^ 0x63
    }
    static let inverse: [UInt8] = {
      var table = [UInt8](repeating: 0, count: 256)
      for (value, substitute) in substitution.enumerated() {
        table[Int(substitute)] = UInt8(value)
      }
      return table
    }()
  }
}

/// The checksum of Ethernet and zip (ITU-T V.42, section 8.1.1.6.2), which makers' own protocols use.
public enum CRC32 {
  /// The checksum of the bytes.
  public static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var register = UInt32.max
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~register
  }
}

/// What TP-Link's older smart devices hide their JSON by.
///
/// Each byte is joined to the one before by an exclusive or, which hides nothing from anybody.
public enum KasaCipher {
  /// The port that answers.
  public static let port: UInt16 = 9999
  private static let first: UInt8 = 171

  /// The bytes, hidden.
  public static func encrypt(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var key = first
    return bytes.map { byte in
      key ^= byte
      return key
    }
  }

  /// The bytes, laid open.
  public static func decrypt(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var key = first
    return bytes.map { byte in
      defer { key = byte }
      return byte ^ key
    }
  }
}
