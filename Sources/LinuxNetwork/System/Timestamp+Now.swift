public import Model

extension Timestamp {
  /// The present by the system's clock; for programs, which hand it to what is below.
  public static var now: Timestamp {
    Timestamp(milliseconds: SystemClock.universalMilliseconds)
  }
}
