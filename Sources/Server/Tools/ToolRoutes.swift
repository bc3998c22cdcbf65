import HTTPTypes
import Hummingbird
import Model
import NIOCore
import Networking
import ServiceLifecycle

/// `/api/v1/tools`: the list of tools, and their runs as streams of JSON lines.
struct ToolRoutes {
  struct Limits: Sendable {
    var concurrentRuns = 4
    /// How long a run may take before it is cancelled, and reports what it has.
    var time = Duration.seconds(120)
    /// How long the cancelled run may take to report.
    var grace = Duration.seconds(10)
    /// How long a client may take to read the rest.
    var drainTime = Duration.seconds(60)
    /// The least time between two writes: batches lines into packets.
    var writeInterval = Duration.milliseconds(40)
    /// The time between two heartbeats, which detect disconnected clients.
    var heartbeat = Duration.seconds(2)
  }

  private let tools: [ServedTool]
  private let isAuthorised: @Sendable (Visitor) async -> Bool
  private let limits: Limits
  private let limiter: ConcurrencyLimiter

  init(
    _ tools: [ServedTool],
    isAuthorised: @escaping @Sendable (Visitor) async -> Bool,
    limits: Limits = Limits()
  ) {
    self.tools = tools
    self.isAuthorised = isAuthorised
    self.limits = limits
    limiter = ConcurrencyLimiter(limit: limits.concurrentRuns)
  }

  var routes: [Route] {
    [
      Route(.get, "/api/v1/tools") { _, _ in try .json(["tools": tools]) },
      Route(.post, "/api/v1/tools/{tool}") { try await run($0, $1) },
    ]
  }

  /// The largest write: a stalled client holds no more than that.
  private static let chunk = 64 << 10

  private func run(_ request: Request, _ context: HomeRequestContext) async throws -> Response {
    let name = context.parameters.get("tool")?.percentDecoded
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw Problem(.notFound, Message(.errorNoTool))
    }
    var request = request
    let given = try await JSONBody.read([String: ToolValue].self, keepingIn: &request, context)
    let run: ServedTool.Run
    do throws(ToolFailure) {
      run = try tool.prepare(tool.arguments(from: given))
    } catch {
      throw Problem(error)
    }
    guard let permit = limiter.acquire() else {
      throw Problem(
        .tooManyRequests,
        Message(.errorToolsBusy, ["count": .count(limits.concurrentRuns)]),
        [.retryAfter: "5"]
      )
    }
    let inbound = request.body
    let visitor = context.visitor
    let channel = context.channel
    let limits = limits
    let body = ResponseBody { writer in
      let output = ToolOutputBuffer()
      // The permit is released when both the tool and its output have ended.
      let work = Task {
        await ToolRun(run: run, output: output, limits: limits)()
        withExtendedLifetime(permit) {}
      }
      let watch = Task { await self.watch(output, visitor, channel) { work.cancel() } }
      defer {
        work.cancel()
        watch.cancel()
      }
      let abandon: @Sendable () -> Void = {
        work.cancel()
        output.abandon()
      }
      try await inbound.consumeWithInboundCloseHandler { _ in
        try await withGracefulShutdownHandler {
          try await withTaskCancellationHandler {
            try await send(output, &writer)
          } onCancel: {
            abandon()
          }
        } onGracefulShutdown: {
          abandon()
        }
      } onInboundClosed: {
        abandon()
      }
      withExtendedLifetime(permit) {}
      try await writer.finish(nil)
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: "application/x-ndjson", .cacheControl: "no-store", .connection: "close",
      ],
      body: body
    )
  }

  /// Sends the tool's output, in batches.
  private func send(_ output: ToolOutputBuffer, _ writer: inout any ResponseBodyWriter) async throws
  {
    for await _ in output.wakeups {
      var batch = ByteBuffer()
      for var line in output.drain() { batch.writeBuffer(&line) }
      while let part = batch.readSlice(length: min(batch.readableBytes, Self.chunk)),
        part.readableBytes > 0
      {
        try await writer.write(part)
      }
      try? await Task.sleep(for: limits.writeInterval)
    }
  }

  /// Sends heartbeats until cancelled; disconnects a client that was logged out or doesn't read.
  private func watch(
    _ output: ToolOutputBuffer,
    _ visitor: Visitor,
    _ channel: any Channel,
    _ stop: @Sendable () -> Void
  ) async {
    let end = ContinuousClock.now + limits.time + limits.grace + limits.drainTime
    while (try? await Task.sleep(for: limits.heartbeat)) != nil {
      guard await isAuthorised(visitor), .now < end else {
        stop()
        output.abandon()
        return channel.close(promise: nil)
      }
      output.appendHeartbeat()
    }
  }
}

/// Limits how many tools run at one time; requests over the limit get 429 with Retry-After.
final class ConcurrencyLimiter: Sendable {
  private let inUse = Lock(0)
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// A permit, released with its last reference; `nil` at the limit.
  func acquire() -> Permit? {
    let isFree = inUse.withLock { inUse in
      guard inUse < limit else { return false }
      inUse += 1
      return true
    }
    return isFree ? Permit(self) : nil
  }

  final class Permit: Sendable {
    private let limiter: ConcurrencyLimiter

    fileprivate init(_ limiter: ConcurrencyLimiter) { self.limiter = limiter }

    deinit { limiter.inUse.withLock { $0 -= 1 } }
  }
}
