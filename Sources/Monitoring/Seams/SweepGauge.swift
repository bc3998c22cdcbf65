/// What the sweeps of a home send, for the checks that keep to what they leave.
public protocol SweepGauge: Sendable {
  /// How many exchanges the sweep that runs has in flight, or has waiting for their turn; `nil` while none runs,
  /// also where the watch only listens.
  func exchangesInFlight() async -> Int?
}
