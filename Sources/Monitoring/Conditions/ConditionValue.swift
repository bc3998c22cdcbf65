import Wire

/// A value that was found, or that a function made of it.
enum ConditionValue: Hashable, Sendable {
  /// A number as it is written.
  case number(String)
  /// A time in milliseconds.
  case milliseconds(Double)
  /// A time in seconds.
  case seconds(Double)
  /// A share, 0–1.
  case share(Double)
  /// True or false.
  case flag(Bool)
  /// JSON's `null`.
  case null
  /// A text; of lists and objects, their JSON.
  case text(String)
  /// A text without regard to capitals.
  case name(String)
  /// An address.
  case address(String)
  /// Several texts, of which one has to be right.
  case answers([String])

  /// As a condition would write it.
  var written: String {
    switch self {
    case .number(let number): number
    case .milliseconds(let time): ConditionNumber.decimal(time) + "ms"
    case .seconds(let time): ConditionNumber.duration(seconds: time)
    case .share(let share): ConditionNumber.decimal(share * 100) + "%"
    case .flag(let flag): flag ? "true" : "false"
    case .null: "null"
    case .text(let text), .name(let text), .address(let text): text
    case .answers(let answers): answers.joined(separator: ", ")
    }
  }

  /// As it is shown in a message.
  var shown: String {
    switch self {
    case .text(let text), .name(let text), .address(let text): ConditionText.value(text)
    case .answers(let answers):
      // A few are enough to fill what is shown.
      ConditionText.safe(
        answers.prefix(ConditionText.mostShown).map(ConditionText.value).joined(separator: ", ")
      )
    case .number, .milliseconds, .seconds, .share, .flag, .null: ConditionText.safe(written)
    }
  }

  /// Its number; of texts, the one that they write.
  var number: Double? {
    switch self {
    case .number(let text): ConditionNumber.value(of: text)
    case .text(let text): ConditionNumber.value(of: text.trimmingBlanks)
    case .milliseconds(let number), .seconds(let number), .share(let number): number
    case .flag, .null, .name, .address, .answers: nil
    }
  }

  // MARK: Comparing with what the user wrote

  /// Its number in the unit of that literal; `nil` where it has none, or another unit.
  func amount(inUnitOf literal: ConditionLiteral.Value) -> Double? {
    switch (self, literal) {
    case (_, .number): number
    case (.milliseconds(let time), .duration): time / 1000
    case (.seconds(let time), .duration): time
    case (.text(let text), .duration): ConditionNumber.seconds(of: text.trimmingBlanks)
    case (.share(let share), .percent): share
    case (.text(let text), .percent): ConditionNumber.share(of: text.trimmingBlanks)
    default: nil
    }
  }

  /// Whether it is what the user wrote.
  func equals(_ literal: ConditionLiteral) -> Bool {
    switch (self, literal.value) {
    case (.answers(let answers), _):
      return answers.contains { ConditionValue.name($0).equals(literal) }
    case (.number(let number), .number): return ConditionNumber.areEqual(number, literal.written)
    case (.text(let text), .number):
      return text == literal.written
        || ConditionNumber.areEqual(text.trimmingBlanks, literal.written)
    case (.milliseconds, _), (.seconds, _), (.share, _):
      switch literal.value {
      case .number(let wanted), .duration(let wanted), .percent(let wanted):
        return amount(inUnitOf: literal.value) == wanted
      case .flag, .null, .text: return false
      }
    case (.null, .text): return false
    default: return equals(text: literal.text)
    }
  }

  /// Whether it is that text, by the rules of its kind.
  private func equals(text: String) -> Bool {
    switch self {
    case .name(let name): name.lowercased() == text.lowercased()
    case .address(let address):
      if let left = IPAddress(address), let right = IPAddress(text) {
        left == right
      } else {
        address.lowercased() == text.lowercased()
      }
    default: written == text
    }
  }

  // MARK: Comparing with another value

  /// Whether it is the same as another value that was found.
  func equals(_ other: ConditionValue) -> Bool {
    switch (self, other) {
    case (.answers(let left), .answers(let right)): return left == right
    case (.answers(let answers), _): return answers.contains { other.equals(text: $0) }
    case (_, .answers): return other.equals(self)
    case (.null, .null): return true
    case (.null, _), (_, .null): return false
    case (.name, _), (.address, _): return equals(text: other.written)
    case (_, .name), (_, .address): return other.equals(text: written)
    case (.number(let left), .number(let right)): return ConditionNumber.areEqual(left, right)
    default:
      if let left = number, let right = other.number { return left == right }
      return written == other.written
    }
  }

  /// Whether the pattern is right for it, or for one of its answers.
  func matches(_ pattern: WildcardPattern) -> Bool {
    switch self {
    case .name(let text), .address(let text): pattern.matches(text, ignoringCase: true)
    case .answers(let answers): answers.contains { pattern.matches($0, ignoringCase: true) }
    default: pattern.matches(written)
    }
  }
}
