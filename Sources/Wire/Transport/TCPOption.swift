/// An option of a TCP header (RFC 9293, section 3.2).
public enum TCPOption: Hashable, Sendable {
  /// The longest segment that the sender takes.
  case maximumSegmentSize(UInt16)
  /// By how many bits windows are shifted (RFC 7323).
  case windowScale(UInt8)
  /// Selective acknowledgements are understood (RFC 2018).
  case selectiveAcknowledgementPermitted
  /// The sender's clock and the last one it saw (RFC 7323).
  case timestamps(value: UInt32, echo: UInt32)
  /// Any other option, with what follows its length.
  case other(kind: UInt8, [UInt8])

  /// Reads options until their end or until one makes no sense: what a host wants to say with a
  /// broken option is lost, that it answered is not.
  static func parse(_ cursor: ByteCursor, in bytes: RawSpan) -> [TCPOption] {
    var cursor = cursor
    var options: [TCPOption] = []
    do throws(WireError) {
      while !cursor.isAtEnd {
        let kind = try cursor.uint8(bytes)
        if kind == 0 { break }
        // Padding between options.
        if kind == 1 { continue }
        let length = try Int(cursor.uint8(bytes))
        options.append(TCPOption(kind, try cursor.bytes(bytes, count: length - 2)))
      }
    } catch {
      // The ones before it stand.
    }
    return options
  }

  private init(_ kind: UInt8, _ value: [UInt8]) {
    let number = value.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    switch (kind, value.count) {
    case (2, 2): self = .maximumSegmentSize(UInt16(truncatingIfNeeded: number))
    case (3, 1): self = .windowScale(UInt8(truncatingIfNeeded: number))
    case (4, 0): self = .selectiveAcknowledgementPermitted
    case (8, 8):
      let echo = value.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      self = .timestamps(value: number, echo: echo)
    default: self = .other(kind: kind, value)
    }
  }

  /// The option's bytes.
  var bytes: [UInt8] {
    var value: [UInt8] = []
    let kind: UInt8
    switch self {
    case .maximumSegmentSize(let size):
      kind = 2
      value.append(bigEndian: size)
    case .windowScale(let shift):
      kind = 3
      value.append(shift)
    case .selectiveAcknowledgementPermitted: kind = 4
    case .timestamps(let time, let echo):
      kind = 8
      value.append(bigEndian: time)
      value.append(bigEndian: echo)
    case .other(let other, let contents):
      kind = other
      value = Array(contents.prefix(38))
    }
    return [kind, UInt8(value.count + 2)] + value
  }
}
