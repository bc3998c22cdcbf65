import Networking
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The tools that are offered, and their runs: lines of JSON, as they happen.
struct ToolRoutes {
  /// What tools may cost.
  struct Limits: Sendable {
    /// How many run at one time.
    var concurrentRuns = 4
    /// How long one may run; then it reports what it has found.
    var time = Duration.seconds(120)
    /// How long it may take to do so.
    var grace = Duration.seconds(10)
    /// How long a client may take to read what is left.
    var drainTime = Duration.seconds(60)
    /// The time between two writes, so that many lines are one packet.
    var writeInterval = Duration.milliseconds(40)
    /// The time between two heartbeats: that a client has gone is noticed by sending it something.
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

  /// The largest write: a larger one would hold that much for a client that takes nothing.
  private static let chunk = 64 << 10

  private func run(_ request: Request, _ context: HomeRequestContext) async throws -> Response {
    let name = context.parameters.get("tool")?.percentDecoded
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw Problem(.notFound, "There is no such tool here.")
    }
    var request = request
    let given = try await JSONBody.read([String: ToolValue].self, keepingIn: &request, context)
    let run: ServedTool.Run
    do throws(ToolFailure) {
      run = try tool.prepare(tool.answers(given))
    } catch {
      throw Problem(error)
    }
    guard let permit = limiter.acquire() else {
      throw Problem(
        .tooManyRequests,
        "\(limits.concurrentRuns) tools run already; wait until one of them ends.",
        [.retryAfter: "5"]
      )
    }
    let inbound = request.body
    let visitor = context.visitor
    let channel = context.channel
    let limits = limits
    let body = ResponseBody { writer in
      let output = ToolOutputBuffer()
      // The permit is given back when both have ended, the tool and the sending of its output.
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

  /// Sends the tool's output, many lines at a time where they come fast.
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

  /// Sends heartbeats until it is cancelled; ends the output to a client that was logged out, or that
  /// doesn't read.
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

  /// A permit, which is given back when the last reference to it is gone; `nil` at the limit.
  func acquire() -> Permit? {
    let isFree = inUse.withLock { inUse in
      guard inUse < limit else { return false }
      inUse += 1
      return true
    }
    return isFree ? Permit(self) : nil
  }

  /// A tool's right to run.
  final class Permit: Sendable {
    private let limiter: ConcurrencyLimiter

    fileprivate init(_ limiter: ConcurrencyLimiter) { self.limiter = limiter }

    deinit { limiter.inUse.withLock { $0 -= 1 } }
  }
}
