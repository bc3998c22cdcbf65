internal import Networking

/// Something that takes Ethernet frames at ports and gives others: pure, the clock handed in.
protocol FrameMachine: Sendable {
  /// Takes a frame that came in at a port.
  mutating func receive(_ frame: [UInt8], at port: Int, now: MonotonicTime)

  /// The next frame that is due, and the port that it leaves by.
  mutating func nextFrame(now: MonotonicTime) -> (port: Int, frame: [UInt8])?

  /// When the next frame will be due; `nil` where nothing waits.
  var nextTime: MonotonicTime? { get }
}
