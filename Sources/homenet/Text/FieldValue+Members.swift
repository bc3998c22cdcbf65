import Monitoring

extension FieldValue {
  /// A member of an object.
  subscript(key: String) -> FieldValue? {
    if case .object(let fields) = self { fields[key] } else { nil }
  }

  var string: String? { if case .text(let text) = self { text } else { nil } }

  var number: Double? { if case .number(let number) = self { number } else { nil } }

  var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }

  /// The elements of a list; none of anything else.
  var elements: [FieldValue] { if case .list(let values) = self { values } else { [] } }
}
