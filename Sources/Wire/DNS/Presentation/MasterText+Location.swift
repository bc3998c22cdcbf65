extension MasterText {
  /// A place on Earth (LOC; RFC 1876, section 3).
  static func location(
    _ cursor: inout ByteCursor,
    _ bytes: RawSpan
  ) throws(WireError) -> String {
    let start = cursor.offset
    // Another version has another form.
    guard try cursor.uint8(bytes) == 0 else { throw WireError(.invalid("version"), at: start) }
    let size = try length(cursor.uint8(bytes), at: start + 1)
    let horizontal = try length(cursor.uint8(bytes), at: start + 2)
    let vertical = try length(cursor.uint8(bytes), at: start + 3)
    let latitude = try angle(cursor.uint32(bytes), ["N", "S"], within: 90, at: start + 4)
    let longitude = try angle(cursor.uint32(bytes), ["E", "W"], within: 180, at: start + 8)
    // Centimetres above a point 100 km below the reference sphere.
    let altitude = Int(try cursor.uint32(bytes)) - 10_000_000
    let centimetres = padded(abs(altitude) % 100, to: 2)
    let metres = "\(altitude < 0 ? "-" : "")\(abs(altitude) / 100).\(centimetres)m"
    return [latitude, longitude, metres, size, horizontal, vertical].joined(separator: " ")
  }

  /// Thousandths of a second of arc from 2³¹, as degrees, minutes and seconds.
  private static func angle(
    _ raw: UInt32,
    _ sides: [String],
    within limit: Int,
    at offset: Int
  ) throws(WireError) -> String {
    let value = Int(raw) - 1 << 31
    let size = abs(value)
    guard size <= limit * 3_600_000 else { throw WireError(.invalid("angle"), at: offset) }
    let (degrees, minutes) = (size / 3_600_000, size / 60_000 % 60)
    let (seconds, thousandths) = (size / 1000 % 60, padded(size % 1000, to: 3))
    return "\(degrees) \(minutes) \(seconds).\(thousandths) \(value < 0 ? sides[1] : sides[0])"
  }

  /// A digit and a power of ten, in centimetres.
  private static func length(_ raw: UInt8, at offset: Int) throws(WireError) -> String {
    let (digit, power) = (Int(raw >> 4), Int(raw & 15))
    guard digit <= 9, power <= 9 else { throw WireError(.invalid("length"), at: offset) }
    let centimetres = (0..<power).reduce(digit) { value, _ in value * 10 }
    return power > 1
      ? "\(centimetres / 100)m" : "0.\(padded(centimetres, to: 2))m"
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
