import Networking

extension Duration {
  /// The duration in milliseconds, to the microsecond: what the clocks are good for.
  public var roundedMilliseconds: Double {
    (milliseconds * 1000).rounded() / 1000
  }
}
