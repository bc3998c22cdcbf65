package import Model

/// A device's round trips of times that are over, each tier as a store keeps it.
package struct PastRoundTrips: Hashable, Sendable {
  /// Single checks, of hours that are over.
  package var samples: [RoundTripSample] = []
  /// What came of the checks of hours, by the hour's number; of hours without single checks.
  package var hourly: [Int64: RoundTripSummary] = [:]
  /// What came of the checks of days, by the day's number; of days without summaries of hours.
  package var daily: [Int64: RoundTripSummary] = [:]

  /// None.
  package init() {}
}
