import Model

extension LocalTime {
  /// A moment in local time, to the minute: `2026-11-27 10:02`.
  func minuteText(of time: Timestamp) -> String {
    let parts = self.parts(of: time)
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let date = "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
    return
      "\(date) \(padded(parts.minuteOfDay / 60, 2)):\(padded(parts.minuteOfDay % 60, 2))"
  }
}
