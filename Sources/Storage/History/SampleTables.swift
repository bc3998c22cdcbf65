/// The tables that hold the samples of one kind of subject: devices by slot, or monitors by number.
struct SampleTables: Sendable {
  /// The column that says whose samples they are.
  let subject: String
  /// The checks of the hours that aren't sealed.
  let open: String
  /// Those of closed hours.
  let sealed: String
  /// What came of an hour's checks.
  let hourly: String
  /// Where days are summed up, too; `nil` where hours are kept as long as anything.
  let days: Days?

  /// The tables of days.
  struct Days {
    /// What came of a day's checks.
    let daily: String
    /// The days whose hours changed since they were summed up.
    let due: String
  }

  /// Those of devices, by slot.
  static let devices = SampleTables(
    subject: "slot",
    open: "sample",
    sealed: "sealed_hour",
    hourly: "hourly",
    days: Days(daily: "daily", due: "day_due")
  )

  /// Those of monitors, by number.
  static let monitors = SampleTables(
    subject: "monitor",
    open: "monitor_sample",
    sealed: "monitor_sealed_hour",
    hourly: "monitor_hourly",
    days: nil
  )
}
