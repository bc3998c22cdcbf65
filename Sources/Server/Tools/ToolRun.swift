import HTTPTypes
import Model
import NIOCore
import Networking

/// One run of a tool, with a time limit; its output goes to a buffer.
struct ToolRun: Sendable {
  let run: ServedTool.Run
  let output: ToolOutputBuffer
  let limits: ToolRoutes.Limits

  /// Runs until the tool ends, its time is up, or the task is cancelled.
  func callAsFunction() async {
    let (run, output, limits) = (run, output, limits)
    let work = Task { await Self.outcome(of: run, output) }
    let clock = Task {
      try await Task.sleep(for: limits.time)
      // A cancelled tool reports what it has found so far.
      work.cancel()
      try await Task.sleep(for: limits.grace)
      Self.end(output, Problem(.gatewayTimeout, Message(.errorToolUnended)))
    }
    let outcome = await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
    clock.cancel()
    switch outcome {
    case .success(let report):
      if let json = try? JSONBytes.encode(report) {
        output.finish("report", json)
      } else {
        Self.end(output, .failed)
      }
    case .failure(let failure): Self.end(output, Problem(failure))
    }
  }

  /// A function of its own: Swift 6.3 may miscompile a task closure that catches a typed error.
  private static func outcome(
    of run: ServedTool.Run,
    _ output: ToolOutputBuffer
  ) async -> Result<any Encodable & Sendable, ToolFailure> {
    do throws(ToolFailure) {
      return .success(try await run { output.append($0) })
    } catch {
      return .failure(error)
    }
  }

  private static func end(_ output: ToolOutputBuffer, _ problem: Problem) {
    output.finish("error", (try? JSONBytes.encode(problem)) ?? Array("{}".utf8))
  }
}

extension Problem {
  init(_ failure: ToolFailure) {
    let status: HTTPResponse.Status =
      switch failure {
      case .unacceptable: .unprocessableContent
      case .refused: .forbidden
      case .unknownHost: .notFound
      case .noAnswer: .badGateway
      case .unable: .serviceUnavailable
      }
    self.init(status, failure.message)
  }
}

/// A bounded buffer of a tool's output lines; drops the oldest progress first, never the last line.
final class ToolOutputBuffer: Sendable {
  private static let mostBytes = 128 << 10
  private static let mostLines = 256

  private struct State {
    var waiting: [ByteBuffer] = []
    var bytes = 0
    var last: ByteBuffer?
    var isOver = false
  }

  /// Yields after a line was added; finishes after the last line.
  let wakeups: AsyncStream<Void>
  private let wakeup: AsyncStream<Void>.Continuation
  private let state = Lock(State())

  init() {
    (wakeups, wakeup) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds progress; drops it if it can't be encoded, since the report follows.
  func append(_ progress: any Encodable & Sendable) {
    guard let json = try? JSONBytes.encode(progress) else { return }
    add(Self.line("progress", json))
  }

  /// Adds a heartbeat if the buffer is empty.
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

  /// Ends without a last line, after the client has disconnected.
  func abandon() {
    state.withLock { state in
      state.isOver = true
      state.waiting = []
      state.last = nil
    }
    wakeup.finish()
  }

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
