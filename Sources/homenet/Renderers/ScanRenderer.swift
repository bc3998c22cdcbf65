import HomeNet

/// What shows a scan to its reader, while it runs and when it is over.
protocol ScanRenderer {
  /// Whether the output still has a reader; without one, the scan is ended.
  var hasReader: Bool { get }
  /// Something changed.
  mutating func show(_ update: ScanUpdate)
  /// The terminal changed its size.
  mutating func redraw()
  /// It is over.
  mutating func finish(_ result: ScanResult) throws
}

extension ScanRenderer {
  var hasReader: Bool { true }

  mutating func redraw() {}
}
