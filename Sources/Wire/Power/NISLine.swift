/// A line of apcupsd's network information server: its length in two bytes before it.
///
/// Questions are sent alike; an empty line ends an answer (apcupsd's manual, *NIS Network Server
/// Protocol*).
public struct NISLine: Hashable, Sendable {
  /// The line, its line break included.
  public var text: [UInt8]

  /// The given line.
  public init(_ text: [UInt8]) {
    self.text = text
  }

  /// Asks for everything that is known of the power supply.
  public static let status = NISLine(Array("status".utf8))
}

extension NISLine: WireFrame {
  /// Two bytes say how many follow.
  public static func length(of start: RawSpan) throws(WireError) -> Int? {
    guard start.byteCount >= 2 else { return nil }
    var cursor = ByteCursor(start)
    return try 2 + Int(cursor.uint16(start))
  }

  /// Reads a line.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let length = try Int(cursor.uint16(bytes))
    text = try cursor.bytes(bytes, count: length)
  }

  /// Appends the line; what has no room in its length is left out.
  public func write(to bytes: inout [UInt8]) {
    let text = text.prefix(0xFFFF)
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: text.count))
    bytes.append(contentsOf: text)
  }
}
