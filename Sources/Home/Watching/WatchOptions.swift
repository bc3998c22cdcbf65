public import Discovery

/// What is watched, and how often it is swept.
public struct WatchOptions: Sendable {
  /// What a scan covers.
  public var scan: ScanOptions
  /// From the beginning of one sweep to that of the next.
  public var every: Duration
  /// Whether raw sockets are permitted.
  public var canUseRawSockets: Bool
  /// Takes each step of the scans, for a log, without blocking; `nil` where nobody wants them.
  public var onStep: (@Sendable (ScanStep) -> Void)?

  /// The shortest time between two sweeps: one takes up to 15 s.
  public static let shortest = Duration.seconds(20)

  /// The design's defaults.
  public init(
    scan: ScanOptions = ScanOptions(),
    every: Duration = .seconds(300),
    canUseRawSockets: Bool = false,
    onStep: (@Sendable (ScanStep) -> Void)? = nil
  ) {
    self.scan = scan
    self.every = max(every, Self.shortest)
    self.canUseRawSockets = canUseRawSockets
    self.onStep = onStep
  }
}
