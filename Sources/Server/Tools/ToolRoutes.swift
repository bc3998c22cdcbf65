import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The tools that are offered, and their runs: lines of JSON, as they happen.
struct ToolRoutes {
  /// What tools may cost.
  struct Limits: Sendable {
    /// As many run at one time.
    var seats = 4
    /// As long one may run; then it reports what it has found.
    var time = Duration.seconds(120)
    /// As long it may take to do so.
    var grace = Duration.seconds(10)
    /// As long a client may take to read what is left.
    var patience = Duration.seconds(60)
    /// Between two writes, so that many lines are one packet.
    var pace = Duration.milliseconds(40)
    /// Between two signs of life: a client that went is noticed when it is sent something.
    var beat = Duration.seconds(2)
  }

  private let tools: [ServedTool]
  private let isWelcome: @Sendable (Visitor) async -> Bool
  private let limits: Limits
  private let desk: ToolDesk

  init(
    _ tools: [ServedTool],
    isWelcome: @escaping @Sendable (Visitor) async -> Bool,
    limits: Limits = Limits()
  ) {
    self.tools = tools
    self.isWelcome = isWelcome
    self.limits = limits
    desk = ToolDesk(seats: limits.seats)
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
    guard let seat = desk.take() else {
      throw Problem(
        .tooManyRequests,
        "\(limits.seats) tools run already; wait until one of them ends.",
        [.retryAfter: "5"]
      )
    }
    let inbound = request.body
    let visitor = context.visitor
    let channel = context.channel
    let limits = limits
    let body = ResponseBody { writer in
      let feed = ToolFeed()
      // The seat is free when both have ended, the tool and what it told.
      let work = Task {
        await ToolRun(run: run, feed: feed, limits: limits)()
        withExtendedLifetime(seat) {}
      }
      let watch = Task { await self.watch(feed, visitor, channel) { work.cancel() } }
      defer {
        work.cancel()
        watch.cancel()
      }
      let abandon: @Sendable () -> Void = {
        work.cancel()
        feed.abandon()
      }
      try await inbound.consumeWithInboundCloseHandler { _ in
        try await withGracefulShutdownHandler {
          try await withTaskCancellationHandler {
            try await send(feed, &writer)
          } onCancel: {
            abandon()
          }
        } onGracefulShutdown: {
          abandon()
        }
      } onInboundClosed: {
        abandon()
      }
      withExtendedLifetime(seat) {}
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

  /// Sends what the tool tells, many lines at a time where they come fast.
  private func send(_ feed: ToolFeed, _ writer: inout any ResponseBodyWriter) async throws {
    for await _ in feed.bell {
      var batch = ByteBuffer()
      for var line in feed.take() { batch.writeBuffer(&line) }
      while let part = batch.readSlice(length: min(batch.readableBytes, Self.chunk)),
        part.readableBytes > 0
      {
        try await writer.write(part)
      }
      try? await Task.sleep(for: limits.pace)
    }
  }

  /// Gives signs of life until it is cancelled; ends what is told to somebody who was logged out, or
  /// to one who doesn't read.
  private func watch(
    _ feed: ToolFeed,
    _ visitor: Visitor,
    _ channel: any Channel,
    _ stop: @Sendable () -> Void
  ) async {
    let end = ContinuousClock.now + limits.time + limits.grace + limits.patience
    while (try? await Task.sleep(for: limits.beat)) != nil {
      guard await isWelcome(visitor), .now < end else {
        stop()
        feed.abandon()
        return channel.close(promise: nil)
      }
      feed.beat()
    }
  }
}
