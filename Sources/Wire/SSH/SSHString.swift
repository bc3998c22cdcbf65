/// Bytes after their length in four bytes (RFC 4251, section 5); numbers are written likewise.
enum SSHString {
  static func read(
    _ cursor: inout ByteCursor,
    in bytes: RawSpan,
    limit: Int
  ) throws(WireError) -> [UInt8] {
    let start = cursor.offset
    let length = try Int(cursor.uint32(bytes))
    guard length <= limit else { throw WireError(.tooMany("bytes of a string"), at: start) }
    return try cursor.bytes(bytes, count: length)
  }

  static func write(_ string: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt32(truncatingIfNeeded: string.count))
    bytes.append(contentsOf: string)
  }
}
