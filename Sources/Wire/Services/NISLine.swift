/// A line of apcupsd's network information server: its length in two bytes before it.
///
/// Questions are sent alike; an empty line ends an answer (apcupsd's manual, *NIS Network Server
/// Protocol*).
public struct NISLine: Hashable, Sendable {
  /// The line, its line break included.
  public var text: [UInt8]

  /// Asks for everything that is known of the power supply.
  public static let status = NISLine(text: Array("status".utf8))
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
    text = try cursor.vector16(bytes)
  }

  /// Appends the line; what has no room in its length is left out.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(vector16: text)
  }
}
