extension ByteCursor {
  /// Reads a type bit map to the end (RFC 4034, section 4.1.2).
  mutating func typeBitMap(_ bytes: RawSpan) throws(WireError) -> [DNSType] {
    var types: [DNSType] = []
    var previous = -1
    while !isAtEnd {
      let start = offset
      let window = try Int(uint8(bytes))
      let length = try Int(uint8(bytes))
      guard window > previous, (1...32).contains(length) else {
        throw WireError(.invalid("type bit map"), at: start)
      }
      previous = window
      for index in 0..<length {
        let byte = try uint8(bytes)
        for bit in 0..<8 where byte & (0x80 >> UInt8(bit)) != 0 {
          types.append(DNSType(rawValue: UInt16(window << 8 | index << 3 | bit)))
        }
      }
    }
    return types
  }
}

extension Array where Element == UInt8 {
  /// Appends a type bit map (RFC 4034, section 4.1.2).
  mutating func append(typeBitMap types: [DNSType]) {
    var windows: [UInt8: [UInt8]] = [:]
    for type in types {
      let window = UInt8(type.rawValue >> 8)
      let index = Int(type.rawValue >> 3 & 31)
      var map = windows[window] ?? []
      if map.count <= index { map += Array(repeating: 0, count: index + 1 - map.count) }
      map[index] |= 0x80 >> UInt8(type.rawValue & 7)
      windows[window] = map
    }
    for (window, map) in windows.sorted(by: { $0.key < $1.key }) {
      append(window)
      append(UInt8(map.count))
      append(contentsOf: map)
    }
  }
}
