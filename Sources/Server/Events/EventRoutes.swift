import Model
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /api/v1/events`: the home live, as Server-Sent Events.
struct EventRoutes {
  let hub: EventHub

  /// A larger write would have a stalled client hold what a whole home takes.
  private static let chunk = 64 << 10
  private static let heartbeat = ByteBuffer(string: ": beat\n\n")

  var routes: [Route] {
    [Route(.get, "/api/v1/events") { try await events($0, $1) }]
  }

  private func events(_ request: Request, _ context: HomeRequestContext) async throws -> Response {
    guard await hub.hasRoom else {
      throw Problem(.serviceUnavailable, "Too many clients listen already.", [.retryAfter: "10"])
    }
    let last =
      request.headers[.lastEventID]
      ?? request.uri.queryParameters["last_event_id"].map { String($0) }
    let id = last.flatMap { ChangeCursor($0) }
    let visitor = context.visitor
    let channel = context.channel
    let body = ResponseBody { writer in
      let client = EventClient(visitor, on: channel)
      if await hub.admit(client) {
        do {
          try await request.body.consumeWithInboundCloseHandler { _ in
            try await send(to: client, after: id, &writer)
          } onInboundClosed: {
            client.end()
          }
        } catch {
          await hub.dismiss(client)
          throw error
        }
        await hub.dismiss(client)
      }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/event-stream", .cacheControl: "no-store", .connection: "close",
      ],
      body: body
    )
  }

  private func send(
    to client: EventClient,
    after id: ChangeCursor?,
    _ writer: inout any ResponseBodyWriter
  ) async throws {
    var id = id
    client.wake()
    for await _ in client.wakeups {
      let (events, last) = try await hub.next(after: id)
      client.note(isWriting: true)
      for var event in events {
        while let part = event.readSlice(length: min(event.readableBytes, Self.chunk)),
          part.readableBytes > 0
        {
          try await writer.write(part)
          client.note(isWriting: true)
        }
      }
      // Also tells one who resumes, and has missed nothing, that it is heard.
      if events.isEmpty { try await writer.write(Self.heartbeat) }
      client.note(isWriting: false)
      id = last
    }
  }
}
