/// Where the frames of one or more ports come out, and go in.
protocol FramePort: Sendable {
  /// What epoll is to watch.
  var rawValue: Int32 { get }

  /// The next frame that a machine sent, and the port it came in by; `nil` where there is none.
  func read(into buffer: inout [UInt8]) -> (port: Int, frame: [UInt8])?

  /// Hands the machine at a port a frame; lost where its queue is full.
  func write(_ frame: [UInt8], to port: Int)
}
