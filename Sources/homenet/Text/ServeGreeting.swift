import CQREncode
import Model
import Wire

/// What `serve` and `demo` print once they listen: URLs and a new password.
struct ServeGreeting: Encodable {
  let demo: Bool
  /// The URLs for browsers, loopback first.
  let urls: [String]
  let password: String?
  /// The directory of the inventory; `nil` in memory.
  let data: String?
  private let isLocal: [Bool]

  func encode(to encoder: any Encoder) throws {
    let json: JSONObject = [
      "schema": "homenet.serve/1", "demo": demo, "urls": urls, "password": password, "data": data,
    ]
    try json.encode(to: encoder)
  }

  init(_ endpoints: [Endpoint], isEncrypted: Bool, isDemo: Bool, password: String?, data: String?) {
    demo = isDemo
    self.password = password
    self.data = data
    let scheme = isEncrypted ? "https" : "http"
    urls = endpoints.map { "\(scheme)://\($0)/" }
    isLocal = endpoints.map { $0.address.scope == .loopback }
  }

  /// The first URL that isn't on loopback; `nil` without one.
  var phoneURL: String? { zip(urls, isLocal).first { !$1 }?.0 }

  func lines(style: Style) -> [String] {
    var lines = zip(urls, isLocal).map { url, isLocal in
      "  \(isLocal ? "on this machine" : "on your phone") \(isLocal ? " " : "   ")\(style.bold(url))"
    }
    if urls.count == 1 { lines = ["  open \(style.bold(urls[0])) in a browser"] }
    if let password {
      lines.append(
        "  password         \(style.bold(password))  (shown this once; --set-password changes it)"
      )
    }
    return [demo ? "HomeNet shows a demo home:" : "HomeNet watches your home:"] + lines
      + ["Ctrl-C ends it."]
  }
}

/// A QR code by libqrencode, drawn on a terminal.
struct QRCode: Equatable {
  /// The number of modules per side.
  let side: Int
  private let isDark: [Bool]

  /// The quiet zone in modules; phones read it with half of what ISO/IEC 18004 asks for.
  private static let margin = 2

  /// `nil` if the text is too long, or without memory.
  init?(_ text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
    defer { QRcode_free(code) }
    side = Int(code.pointee.width)
    let modules = UnsafeBufferPointer(start: code.pointee.data, count: side * side)
    // The lowest bit is the colour; the others are flags of libqrencode.
    isDark = modules.map { $0 & 1 == 1 }
  }

  /// The size of ``lines(isColoured:)``.
  var size: (columns: Int, rows: Int) {
    let wide = side + 2 * Self.margin
    return (wide, (wide + 1) / 2)
  }

  /// Half blocks: a character holds two modules, one above the other.
  ///
  /// Black on white in colour; otherwise light modules are drawn, assuming a dark terminal.
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

  /// Whether a module is dark; `false` outside the code.
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
