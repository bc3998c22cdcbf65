/// The number of a build of an Apple system: `21L569`.
struct AppleBuild: Hashable {
  /// As it was stated.
  let text: String
  /// The number that all builds of one year begin with: the major version of the kernel.
  let train: Int

  /// Reads a build number; `nil` where the text has another form than two digits, a letter, digits, perhaps a
  /// small letter.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (4...9).contains(bytes.count), RulePattern.isDigit(bytes[0]),
      RulePattern.isDigit(bytes[1]), (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[2]),
      let train = Int(String(decoding: bytes[..<2], as: UTF8.self))
    else { return nil }
    var digits = bytes[3...]
    if let last = digits.last, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(last) {
      digits = digits.dropLast()
    }
    guard !digits.isEmpty, digits.allSatisfy(RulePattern.isDigit) else { return nil }
    self.text = text
    self.train = train
  }
}
