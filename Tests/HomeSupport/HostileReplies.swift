/// Replies that no honest device sends; what is read of them must end, and be little.
package enum HostileReplies {
  package static let all: [[UInt8]] = [
    [], [0], [0xFF], Array(repeating: 0, count: 65_507), Array(repeating: 0xFF, count: 65_507),
    Array(repeating: 0x41, count: 65_507), Array(repeating: UInt8(ascii: "["), count: 65_507),
    Array(String(repeating: "{\"a\":", count: 10_000).utf8), Array("{\"alias\":\"".utf8),
    (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) },
  ]
}
