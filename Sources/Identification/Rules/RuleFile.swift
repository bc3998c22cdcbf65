internal import IdentificationData

/// A file of rules: what it is called, and its text.
struct RuleFile: Sendable {
  /// `printers.rules`.
  var name: String
  /// A rule a line; empty lines and comments between.
  var text: String

  /// The files that are embedded in the program, in the order in which their rules are tried.
  static var embedded: [RuleFile] {
    (0..<identification_rules_count).compactMap { number in
      guard let entry = identification_rules_at(number) else { return nil }
      let file = entry.pointee.file
      return RuleFile(
        name: String(cString: entry.pointee.name),
        text: String(
          decoding: UnsafeBufferPointer(start: file.bytes, count: file.size),
          as: UTF8.self
        )
      )
    }
  }
}
