import NIOCore
import Net

/// What a tool tells, on its way to the client: bounded, however slowly the client reads.
///
/// Progress that doesn't fit takes the place of the oldest; the last line always fits.
final class ToolFeed: Sendable {
  /// As many bytes of progress wait at most, and as many lines.
  private static let mostBytes = 128 << 10
  private static let mostLines = 256

  private struct State {
    var waiting: [ByteBuffer] = []
    var bytes = 0
    var last: ByteBuffer?
    var isOver = false
  }

  /// Rings when there is something to send; ends with the last line.
  let bell: AsyncStream<Void>
  private let rope: AsyncStream<Void>.Continuation
  private let state = Lock(State())

  init() {
    (bell, rope) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Takes progress; what can't be written as JSON is left out, since the report follows.
  func tell(_ progress: any Encodable & Sendable) {
    guard let json = try? JSONBytes.encode(progress) else { return }
    add(Self.line("progress", json))
  }

  /// A sign of life, where nothing else waits.
  func beat() {
    guard state.withLock({ $0.waiting.isEmpty && !$0.isOver }) else { return }
    add(Self.line("progress", Array("null".utf8)))
  }

  private func add(_ line: ByteBuffer) {
    guard line.readableBytes <= Self.mostBytes else { return }
    let isNews = state.withLock { state in
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
    if isNews { rope.yield() }
  }

  /// Takes the last line; the first one counts.
  func end(_ name: String, _ json: [UInt8]) {
    let isNews = state.withLock { state in
      guard !state.isOver else { return false }
      state.isOver = true
      state.last = Self.line(name, json)
      return true
    }
    guard isNews else { return }
    rope.yield()
    rope.finish()
  }

  /// Ends without a last line: nobody listens any more.
  func abandon() {
    state.withLock { state in
      state.isOver = true
      state.waiting = []
      state.last = nil
    }
    rope.finish()
  }

  /// What waits to be sent.
  func take() -> [ByteBuffer] {
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
