import NIOCore
import Networking

/// A tool's output lines that wait to be sent: bounded, however slowly the client reads.
///
/// Progress that doesn't fit replaces the oldest; the last line always fits.
final class ToolOutputBuffer: Sendable {
  /// How many bytes and lines of progress wait at most.
  private static let mostBytes = 128 << 10
  private static let mostLines = 256

  private struct State {
    var waiting: [ByteBuffer] = []
    var bytes = 0
    var last: ByteBuffer?
    var isOver = false
  }

  /// Yields when a line was added; ends after the last line.
  let wakeups: AsyncStream<Void>
  private let wakeup: AsyncStream<Void>.Continuation
  private let state = Lock(State())

  init() {
    (wakeups, wakeup) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds progress; what can't be written as JSON is left out, since the report follows.
  func append(_ progress: any Encodable & Sendable) {
    guard let json = try? JSONBytes.encode(progress) else { return }
    add(Self.line("progress", json))
  }

  /// Adds a heartbeat, where nothing else waits.
  func appendHeartbeat() {
    guard state.withLock({ $0.waiting.isEmpty && !$0.isOver }) else { return }
    add(Self.line("progress", Array("null".utf8)))
  }

  private func add(_ line: ByteBuffer) {
    guard line.readableBytes <= Self.mostBytes else { return }
    let isAdded = state.withLock { state in
      guard !state.isOver else { return false }
      state.waiting.append(line)
      state.bytes += line.readableBytes
      var spare = 0
      while state.bytes > Self.mostBytes || state.waiting.count - spare > Self.mostLines {
        state.bytes -= state.waiting[spare].readableBytes
        spare += 1
      }
      state.waiting.removeFirst(spare)
      return true
    }
    if isAdded { wakeup.yield() }
  }

  /// Adds the last line; calls after the first are ignored.
  func finish(_ name: String, _ json: [UInt8]) {
    let isAdded = state.withLock { state in
      guard !state.isOver else { return false }
      state.isOver = true
      state.last = Self.line(name, json)
      return true
    }
    guard isAdded else { return }
    wakeup.yield()
    wakeup.finish()
  }

  /// Ends without a last line: the client is gone.
  func abandon() {
    state.withLock { state in
      state.isOver = true
      state.waiting = []
      state.last = nil
    }
    wakeup.finish()
  }

  /// Removes and returns the lines that wait.
  func drain() -> [ByteBuffer] {
    state.withLock { state in
      defer {
        state.waiting = []
        state.bytes = 0
        state.last = nil
      }
      return state.waiting + (state.last.map { [$0] } ?? [])
    }
  }

  private static func line(_ name: String, _ json: [UInt8]) -> ByteBuffer {
    var line = ByteBuffer()
    line.reserveCapacity(json.count + name.utf8.count + 8)
    line.writeString("{\"\(name)\":")
    line.writeBytes(json)
    line.writeString("}\n")
    return line
  }
}
