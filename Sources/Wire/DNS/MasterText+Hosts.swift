/// Contents that say where hosts, networks and gateways are.
extension MasterText {
  /// Prefixes, or what is not in them (APL; RFC 3123, section 4).
  static func prefixes(
    _ cursor: inout ByteCursor,
    _ bytes: RawSpan
  ) throws(WireError) -> [String] {
    var texts: [String] = []
    while !cursor.isAtEnd {
      let start = cursor.offset
      let family = try cursor.uint16(bytes)
      let length = try cursor.uint8(bytes)
      let size = try cursor.uint8(bytes)
      let part = try cursor.bytes(bytes, count: Int(size & 0x7F))
      guard family == 1 || family == 2, part.count <= (family == 1 ? 4 : 16),
        length <= (family == 1 ? 32 : 128)
      else { throw WireError(.invalid("prefix"), at: start) }
      let address = family == 1 ? v4(part) : v6(part)
      texts.append("\(size & 0x80 == 0 ? "" : "!")\(family):\(address)/\(length)")
    }
    return texts
  }

  /// An address, a protocol and its ports (WKS; RFC 1035, section 3.4.2).
  static func services(
    _ cursor: inout ByteCursor,
    _ bytes: RawSpan
  ) throws(WireError) -> [String] {
    let address = try cursor.ipv4Address(bytes)
    var texts = [address.description, "\(try cursor.uint8(bytes))"]
    for (index, byte) in try cursor.rest(bytes).prefix(8192).enumerated() {
      for bit in 0..<8 where byte & (0x80 >> UInt8(bit)) != 0 { texts.append("\(index * 8 + bit)") }
    }
    return texts
  }

  /// A host's IPsec gateway and key (IPSECKEY; RFC 4025, section 3).
  static func gateway(
    _ cursor: inout ByteCursor,
    _ bytes: RawSpan
  ) throws(WireError) -> [String] {
    let precedence = try cursor.uint8(bytes)
    let type = try cursor.uint8(bytes)
    let algorithm = try cursor.uint8(bytes)
    let gateway = try host(of: type, &cursor, bytes)
    let key = cursor.isAtEnd ? [] : [Base64.encode(try cursor.rest(bytes))]
    return ["\(precedence)", "\(type)", "\(algorithm)", gateway] + key
  }

  /// A multicast relay (AMTRELAY; RFC 8777, section 4.2).
  static func relay(
    _ cursor: inout ByteCursor,
    _ bytes: RawSpan
  ) throws(WireError) -> [String] {
    let precedence = try cursor.uint8(bytes)
    let type = try cursor.uint8(bytes)
    let relay = try host(of: type & 0x7F, &cursor, bytes)
    return ["\(precedence)", "\(type >> 7)", "\(type & 0x7F)", relay]
  }

  /// None, an address or a name, by a number that says which.
  private static func host(
    of type: UInt8,
    _ cursor: inout ByteCursor,
    _ bytes: RawSpan
  ) throws(WireError) -> String {
    switch type {
    case 0: return "."
    case 1: return try cursor.ipv4Address(bytes).description
    case 2: return try cursor.ipv6Address(bytes).description
    case 3: return try cursor.wholeName(bytes).masterText
    default: throw WireError(.invalid("gateway type"), at: cursor.offset)
    }
  }

  /// A host's identity, and where it is found (HIP; RFC 8005, section 6).
  static func identity(
    _ cursor: inout ByteCursor,
    _ bytes: RawSpan
  ) throws(WireError) -> [String] {
    let start = cursor.offset
    let tagLength = try Int(cursor.uint8(bytes))
    let algorithm = try cursor.uint8(bytes)
    let keyLength = try Int(cursor.uint16(bytes))
    guard tagLength > 0, keyLength > 0 else { throw WireError(.invalid("length"), at: start) }
    let tag = try cursor.bytes(bytes, count: tagLength)
    let key = try cursor.bytes(bytes, count: keyLength)
    var texts = ["\(algorithm)", hexadecimal(tag), Base64.encode(key)]
    while !cursor.isAtEnd { texts.append(try cursor.wholeName(bytes).masterText) }
    return texts
  }

  /// The end of an address, and the name that has its beginning (A6; RFC 2874, section 3.1).
  static func chained(
    _ cursor: inout ByteCursor,
    _ bytes: RawSpan
  ) throws(WireError) -> [String] {
    let start = cursor.offset
    let length = try cursor.uint8(bytes)
    guard length <= 128 else { throw WireError(.invalid("prefix length"), at: start) }
    var texts = ["\(length)"]
    if length < 128 {
      let end = try cursor.bytes(bytes, count: 16 - Int(length) / 8)
      texts.append(v6(Array(repeating: 0, count: 16 - end.count) + end))
    }
    if length > 0 { texts.append(try cursor.wholeName(bytes).masterText) }
    return texts
  }

  /// An address of ATM: 20 bytes, or a telephone number.
  static func atm(
    _ cursor: inout ByteCursor,
    _ bytes: RawSpan
  ) throws(WireError) -> String {
    let start = cursor.offset
    let format = try cursor.uint8(bytes)
    let rest = try cursor.rest(bytes)
    switch format {
    case 0 where !rest.isEmpty: return Hex.encode(rest)
    case 1 where !rest.isEmpty && rest.allSatisfy({ (0x30...0x39).contains($0) }):
      return "+" + String(decoding: rest, as: UTF8.self)
    default: throw WireError(.invalid("format"), at: start)
    }
  }

  /// A digital object (DOA).
  static func document(
    _ cursor: inout ByteCursor,
    _ bytes: RawSpan
  ) throws(WireError) -> [String] {
    let numbers = [try cursor.uint32(bytes), try cursor.uint32(bytes)].map { "\($0)" }
    let location = try cursor.uint8(bytes)
    let media = try cursor.vector8(bytes)
    let data = cursor.isAtEnd ? "-" : Base64.encode(try cursor.rest(bytes))
    return numbers + ["\(location)", quoted(media), data]
  }

  /// The address that begins with those bytes; the others are zero.
  private static func v4(_ bytes: [UInt8]) -> String {
    let whole = bytes + Array(repeating: 0, count: max(0, 4 - bytes.count))
    return IPv4Address(whole[0], whole[1], whole[2], whole[3]).description
  }

  private static func v6(_ bytes: [UInt8]) -> String {
    let whole = bytes + Array(repeating: 0, count: max(0, 16 - bytes.count))
    let half = { (bytes: ArraySlice<UInt8>) in bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    return IPv6Address(high: half(whole[..<8]), low: half(whole[8..<16])).description
  }
}

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
