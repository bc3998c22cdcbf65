import Net

/// Durations for people.
enum Seconds {
  /// As in: `3.2 s`.
  static func text(_ duration: Duration) -> String {
    let tenths = Int64((duration.milliseconds / 100).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
