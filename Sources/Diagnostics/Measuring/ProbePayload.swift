/// A probe's payload: a token that tells our probes from other programs', and the probe's number.
enum ProbePayload {
  /// The bytes; as many of them as there is room for.
  static func bytes(token: UInt64, number: UInt32, size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(size, 12))
    // The number first: routers may quote only a few bytes.
    for shift in stride(from: 24, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
    }
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: token >> UInt64(shift)))
    }
    while bytes.count < size { bytes.append(UInt8(truncatingIfNeeded: bytes.count)) }
    return Array(bytes.prefix(size))
  }
}
