import Model

/// What a term of a condition stands for after a check.
enum ConditionLookup: Hashable, Sendable {
  /// The value.
  case found(ConditionValue)
  /// There is none; says why.
  case missing(Message)
}

extension CheckFacts {
  /// The value of a term.
  func lookUp(_ term: ConditionTerm) -> ConditionLookup {
    switch term.function {
    case nil: value(at: term.path)
    case .length?: length(of: term.path)
    case .existence?: existence(of: term.path)
    }
  }

  // MARK: Values

  private func value(at path: ConditionPath) -> ConditionLookup {
    switch path.placeholder {
    case .body where !path.steps.isEmpty:
      switch json(at: path) {
      case .failure(let why): return .missing(why)
      case .json(let found):
        guard let value = ConditionValue(found) else { return absent(path, .conditionNoPath) }
        return .found(value)
      }
    case .body:
      guard let bodyText else { return absent(path, .conditionMissing) }
      return .found(.text(bodyText))
    case .headers:
      guard hasAnswer else { return absent(path, .conditionMissing) }
      guard let text = field(of: path) else { return absent(path, .conditionNoField) }
      return .found(.text(text))
    case .answers:
      guard hasAnswers else { return absent(path, .conditionMissing) }
      guard case .index(let index)? = path.steps.first else { return .found(.answers(answers)) }
      guard answers.indices.contains(index) else { return absent(path, .conditionMissing) }
      return .found(.answers([answers[index]]))
    default:
      guard let value = simple(path.placeholder) else { return absent(path, .conditionMissing) }
      return .found(value)
    }
  }

  /// The value of a placeholder that has no parts; what isn't finite is no number.
  private func simple(_ placeholder: ConditionPlaceholder) -> ConditionValue? {
    func finite(_ number: Double?) -> Double? { number.flatMap { $0.isFinite ? $0 : nil } }
    return switch placeholder {
    case .status: status.map { ConditionValue.number(String($0)) }
    case .responseTime: finite(responseTimeMs).map(ConditionValue.milliseconds)
    case .ip: address.map(ConditionValue.address)
    case .connected: isConnected.map(ConditionValue.flag)
    case .certificateExpiration: finite(certificateExpiration).map(ConditionValue.seconds)
    case .certificateName: certificateName.map(ConditionValue.name)
    case .trusted: isTrusted.map(ConditionValue.flag)
    case .responseCode: responseCode.map(ConditionValue.name)
    case .authenticated: isAuthenticated.map(ConditionValue.flag)
    case .loss: finite(loss).map(ConditionValue.share)
    case .presence: presence.map(ConditionValue.name)
    case .body, .headers, .answers: nil
    }
  }

  // MARK: Functions

  private func length(of path: ConditionPath) -> ConditionLookup {
    func found(_ count: Int) -> ConditionLookup { .found(.number(String(count))) }
    if path.placeholder == .body, body != nil {
      // A body that is a list has as many elements as the list, any other the length of its text.
      let followed = json(at: path)
      if case .json(.container(let count, _)) = followed,
        !path.steps.isEmpty || body?.first(where: { $0 > 0x20 }) == UInt8(ascii: "[")
      {
        return found(count)
      }
    }
    switch value(at: path) {
    case .missing(let why): return .missing(why)
    case .found(.text(let text)), .found(.name(let text)): return found(text.count)
    case .found(.answers(let answers)):
      return found(path.steps.isEmpty ? answers.count : answers.first?.count ?? 0)
    case .found(let value):
      let values = ["what": ConditionText.safe(path.written), "found": value.shown]
      return .missing(Message(.conditionHasNoLength, values))
    }
  }

  /// Whether there is a value; unknown where nothing was received that it could be in.
  private func existence(of path: ConditionPath) -> ConditionLookup {
    switch path.placeholder {
    case .body where !path.steps.isEmpty:
      switch json(at: path) {
      case .failure(let why): return .missing(why)
      case .json(let found): return .found(.flag(found != .absent))
      }
    case .body:
      guard let body else { return absent(path, .conditionMissing) }
      return .found(.flag(!body.isEmpty))
    case .headers:
      guard hasAnswer else { return absent(path, .conditionMissing) }
      return .found(.flag(field(of: path) != nil))
    case .answers:
      guard hasAnswers else { return absent(path, .conditionMissing) }
      guard case .index(let index)? = path.steps.first else {
        return .found(.flag(!answers.isEmpty))
      }
      return .found(.flag(answers.indices.contains(index)))
    default: return .found(.flag(simple(path.placeholder) != nil))
    }
  }

  // MARK: Parts of an answer

  /// Whether there was an answer that has fields.
  private var hasAnswer: Bool { status != nil || !headers.isEmpty }

  /// Whether there was an answer of DNS, which may say that there is nothing.
  private var hasAnswers: Bool { responseCode != nil || !answers.isEmpty }

  private func field(of path: ConditionPath) -> String? {
    guard case .key(let name)? = path.steps.first else { return nil }
    return headers[name]
  }

  /// The body's text without blanks at its ends.
  private var bodyText: String? {
    body.map { String(decoding: $0.prefix(Self.mostBody), as: UTF8.self).trimmingBlanks }
  }

  /// What a path leads to in the body, or why none can be followed.
  private enum Followed {
    case json(JSONPathResult)
    case failure(Message)
  }

  private func json(at path: ConditionPath) -> Followed {
    let what = ConditionText.safe(path.written)
    guard let body else { return .failure(Message(.conditionMissing, ["what": what])) }
    let found = JSONPathReader.value(at: path.steps, in: Array(body.prefix(Self.mostBody)))
    guard found == .invalid else { return .json(found) }
    let text = bodyText ?? ""
    guard !text.isEmpty else { return .failure(Message(.conditionEmptyBody, ["what": what])) }
    return .failure(Message(.conditionNoJSON, ["what": what, "found": ConditionText.value(text)]))
  }

  private func absent(_ path: ConditionPath, _ template: MessageTemplate) -> ConditionLookup {
    .missing(Message(template, ["what": ConditionText.safe(path.written)]))
  }
}

extension ConditionValue {
  /// A value in a body; `nil` where there is none.
  fileprivate init?(_ json: JSONPathResult) {
    switch json {
    case .null: self = .null
    case .flag(let flag): self = .flag(flag)
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .container(_, let json): self = .text(json)
    case .absent, .invalid: return nil
    }
  }
}
