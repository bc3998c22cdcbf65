/// Unicode in the letters, digits and hyphens of host names (RFC 3492).
public enum Punycode {
  private static let base = 36
  private static let lowest = 1
  private static let highest = 26
  private static let skew = 38
  private static let damping = 700
  private static let firstBias = 72
  private static let firstScalar: UInt32 = 0x80

  /// The longest text that is coded; a label has 63 bytes.
  private static let longest = 256

  /// The text in ASCII, without `xn--`; `nil` where it is too long.
  public static func encode(_ text: String) -> String? {
    let scalars = text.unicodeScalars.map(\.value)
    guard scalars.count <= longest else { return nil }
    var output = scalars.filter { $0 < firstScalar }.map { UInt8($0) }
    let plain = output.count
    var done = plain
    if plain > 0 { output.append(UInt8(ascii: "-")) }
    var next = firstScalar
    var delta = 0
    var bias = firstBias
    while done < scalars.count {
      guard let smallest = scalars.lazy.filter({ $0 >= next }).min() else { return nil }
      // At most 1,114,111 × 257: nothing overflows.
      delta += Int(smallest - next) * (done + 1)
      next = smallest
      for scalar in scalars {
        if scalar < next { delta += 1 }
        guard scalar == next else { continue }
        append(delta, bias, to: &output)
        bias = adapted(delta, count: done + 1, isFirst: done == plain)
        delta = 0
        done += 1
      }
      delta += 1
      next += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// What the ASCII text, without `xn--`, stands for; `nil` where it stands for nothing.
  public static func decode(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count <= longest, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    var output: [Unicode.Scalar] = []
    var position = 0
    if let hyphen = bytes.lastIndex(of: UInt8(ascii: "-")) {
      output = bytes[..<hyphen].map { Unicode.Scalar($0) }
      position = hyphen + 1
    }
    var next = Int(firstScalar)
    var index = 0
    var bias = firstBias
    while position < bytes.count {
      let before = index
      var weight = 1
      var step = base
      while true {
        guard position < bytes.count, let digit = value(of: bytes[position]) else { return nil }
        position += 1
        index += digit * weight
        // Far beyond every scalar, and far from overflowing.
        guard index < 1 << 40 else { return nil }
        let threshold = threshold(step, bias)
        if digit < threshold { break }
        weight *= base - threshold
        guard weight < 1 << 40 else { return nil }
        step += base
      }
      let count = output.count + 1
      bias = adapted(index - before, count: count, isFirst: before == 0)
      next += index / count
      index %= count
      guard let value = UInt32(exactly: next), let scalar = Unicode.Scalar(value) else {
        return nil
      }
      output.insert(scalar, at: index)
      index += 1
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: output)
    return String(result)
  }

  /// Writes a number in digits whose weights depend on those before (section 3.3).
  private static func append(_ delta: Int, _ bias: Int, to output: inout [UInt8]) {
    var left = delta
    var step = base
    while true {
      let threshold = threshold(step, bias)
      if left < threshold { break }
      output.append(digit(threshold + (left - threshold) % (base - threshold)))
      left = (left - threshold) / (base - threshold)
      step += base
    }
    output.append(digit(left))
  }

  private static func threshold(_ step: Int, _ bias: Int) -> Int {
    min(max(step - bias, lowest), highest)
  }

  /// Section 6.1.
  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damping : delta / 2
    delta += delta / count
    var steps = 0
    while delta > (base - lowest) * highest / 2 {
      delta /= base - lowest
      steps += base
    }
    return steps + (base - lowest + 1) * delta / (delta + skew)
  }

  private static func digit(_ value: Int) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: value)
    return value < 26 ? UInt8(ascii: "a") + value : UInt8(ascii: "0") + value - 26
  }

  private static func value(of byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 26
    default: nil
    }
  }
}
