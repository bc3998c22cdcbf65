import CQREncode

/// A QR code, made by libqrencode, that a phone reads off a terminal.
struct QRCode: Equatable {
  /// How many modules each side has.
  let side: Int
  private let isDark: [Bool]

  /// Phones want light around it; half of what ISO/IEC 18004 asks for has been enough for all.
  private static let margin = 2

  /// The code of a text; `nil` where it is too long, or there is no memory.
  init?(_ text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
    defer { QRcode_free(code) }
    side = Int(code.pointee.width)
    let modules = UnsafeBufferPointer(start: code.pointee.data, count: side * side)
    // The lowest bit says dark; the others, which part of the code it is.
    isDark = modules.map { $0 & 1 == 1 }
  }

  /// How many columns and lines ``lines(isColoured:)`` takes.
  var size: (columns: Int, rows: Int) {
    let wide = side + 2 * Self.margin
    return (wide, (wide + 1) / 2)
  }

  /// Two modules a character, one above the other, by half blocks.
  ///
  /// In colour it is black on white whatever the terminal's own are; else the blocks are what is
  /// light, as terminals mostly are dark.
  func lines(isColoured: Bool) -> [String] {
    let range = -Self.margin..<side + Self.margin
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let text = String(
        range.map { column in
          Self.block(
            upper: isDark(row, column) == isColoured,
            lower: isDark(row + 1, column) == isColoured
          )
        }
      )
      return isColoured ? "\u{1B}[38;5;16;48;5;231m\(text)\u{1B}[0m" : text
    }
  }

  /// Whether a module is dark; nothing around the code is.
  func isDark(_ row: Int, _ column: Int) -> Bool {
    (0..<side).contains(row) && (0..<side).contains(column) && isDark[row * side + column]
  }

  private static func block(upper: Bool, lower: Bool) -> Character {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }
}
