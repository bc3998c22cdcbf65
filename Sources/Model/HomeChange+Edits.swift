extension HomeChange {
  /// What an edit changed.
  ///
  /// It stands in the `now` of such a change, before the value; earlier versions kept no value.
  public enum EditedProperty: String, Hashable, Sendable, CaseIterable {
    /// The name that the user gave it.
    case name
    /// The kind that the user says it is.
    case category
    /// The user's note, whose text is not repeated.
    case note
    /// The user hid it.
    case hidden
    /// The user shows it again.
    case shown

    /// The `now` of a change after which the user says that value of a name or a kind, or none any more.
    public func changed(to value: String?) -> String { rawValue + ":" + (value ?? "") }
  }

  /// What an edit changed, and to what.
  enum Edit: Equatable {
    /// The user gave a name, or a kind.
    case set(EditedProperty, String)
    /// The user took it back.
    case removed(EditedProperty)
    /// No value is kept of it.
    case changed(EditedProperty)
  }

  /// What the user changed; `nil` where this is no edit, or nobody knows what was edited.
  var edit: Edit? {
    guard kind == .edited, let now else { return nil }
    let parts = now.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let property = parts.first.flatMap({ EditedProperty(rawValue: String($0)) }) else {
      return nil
    }
    guard parts.count == 2 else { return .changed(property) }
    return parts[1].isEmpty ? .removed(property) : .set(property, String(parts[1]))
  }

  /// The value since, to show; `nil` where there is none.
  public var value: String? {
    guard kind == .edited else { return now }
    return switch edit {
    case .set(_, let value): value
    case .changed(.hidden): EditedProperty.hidden.rawValue
    case .changed(.shown): EditedProperty.shown.rawValue
    case .changed, .removed, nil: nil
    }
  }
}
