import Foundation

/// Base64 of texts.
enum Base64 {
  static func text(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  static func decoded(_ text: String) -> String? {
    Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) }
  }
}
