public import Model

/// A history that can be read as a whole, for an export.
public protocol ExportableHistory: HistoryStore {
  /// All versions of profiles, by slot and time.
  func versions() throws(StoreError) -> [ProfileVersion]

  /// What came of the checks of hours and days that are over, by slot and time, the hours first.
  func summedRoundTrips() throws(StoreError) -> [SummedRoundTrips]
}

/// What came of a device's checks in an hour or a day that is over.
public struct SummedRoundTrips: Hashable, Sendable {
  /// How long the span is.
  public enum Length: String, Hashable, Sendable, Codable, CaseIterable {
    case hour, day
  }

  /// The device's slot.
  public var slot: Int
  /// Whether it is an hour or a day.
  public var length: Length
  /// The checks, at the beginning of the span.
  public var point: SamplePoint

  /// Memberwise initialiser.
  public init(slot: Int, length: Length, point: SamplePoint) {
    self.slot = slot
    self.length = length
    self.point = point
  }
}
