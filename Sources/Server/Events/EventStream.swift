import HTTPTypes
import Hummingbird
import Model
import NIOCore
import Networking

/// `GET /api/v1/events`: snapshots and changes as Server-Sent Events.
struct EventRoutes {
  let hub: EventHub
  let monitors: MonitorHub

  /// The largest write: a stalled client holds no more than that.
  private static let chunk = 64 << 10
  private static let heartbeat = ByteBuffer(string: ": beat\n\n")

  var routes: [Route] {
    [Route(.get, "/api/v1/events", taking: ["last_event_id"]) { try await events($0, $1) }]
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
    var place: Int?
    client.wake()
    for await _ in client.wakeups {
      let (changes, last) = try await hub.next(after: id)
      let (news, newPlace) = await monitors.next(after: place)
      let events = changes + news
      client.note(isWriting: true)
      for var event in events {
        while let part = event.readSlice(length: min(event.readableBytes, Self.chunk)),
          part.readableBytes > 0
        {
          try await writer.write(part)
          client.note(isWriting: true)
        }
      }
      // Also sent to a client that resumes without having missed an event.
      if events.isEmpty { try await writer.write(Self.heartbeat) }
      client.note(isWriting: false)
      id = last
      place = newPlace
    }
  }
}

final class EventClient: Sendable {
  let visitor: Visitor
  /// An element when an event is queued or a heartbeat is due; ends with the stream.
  let wakeups: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let channel: any Channel
  private let writingSince = Lock<ContinuousClock.Instant?>(nil)

  init(_ visitor: Visitor, on channel: any Channel) {
    self.visitor = visitor
    self.channel = channel
    (wakeups, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
  }

  func wake() { continuation.yield() }

  /// Ends the stream after the current write.
  func end() { continuation.finish() }

  /// Closes the connection at once.
  func disconnect() {
    continuation.finish()
    channel.close(promise: nil)
  }

  /// Whether a write has been blocked by the client for longer than that.
  func isStuck(for patience: Duration) -> Bool {
    writingSince.withLock { $0.map { .now - $0 > patience } ?? false }
  }

  func note(isWriting: Bool) {
    writingSince.withLock { $0 = isWriting ? .now : nil }
  }
}

/// The last encoded events, for clients that resume or are slow; bounded in number and in bytes.
///
/// Each event is a diff to the one before it, the first to the snapshot that the ring began with.
struct EventRing {
  private var events: [(id: ChangeCursor, event: ByteBuffer)] = []
  /// The index in ``events`` of the oldest event that is kept.
  private var start = 0
  /// The id that the oldest event is a diff to.
  private var base: ChangeCursor?
  private let mostEvents: Int
  private let mostBytes: Int
  private(set) var bytes = 0

  init(mostEvents: Int, mostBytes: Int) {
    self.mostEvents = mostEvents
    self.mostBytes = mostBytes
  }

  var count: Int { events.count - start }

  /// The id of the last event, or of the snapshot; `nil` before there is one.
  var last: ChangeCursor? { events.last?.id ?? base }

  mutating func begin(at id: ChangeCursor) {
    clear()
    base = id
  }

  /// Appends a diff to the last event; drops the oldest events over the limits.
  mutating func append(_ event: ByteBuffer, id: ChangeCursor) {
    events.append((id, event))
    bytes += event.readableBytes
    while count > mostEvents || (bytes > mostBytes && count > 0) {
      base = events[start].id
      bytes -= events[start].event.readableBytes
      events[start].event = ByteBuffer()
      start += 1
    }
    if start > mostEvents || count == 0 {
      events.removeFirst(start)
      start = 0
    }
  }

  /// Drops all events; every client needs a snapshot.
  mutating func clear() {
    events = []
    start = 0
    bytes = 0
    base = nil
  }

  /// The events after that id; `nil` if some of them are no longer kept, or the id is unknown.
  func events(after id: ChangeCursor) -> [ByteBuffer]? {
    let kept = events[start...]
    // Nearly always the last one.
    if let place = kept.lastIndex(where: { $0.id == id }) {
      return kept[(place + 1)...].map(\.event)
    }
    return id == base ? kept.map(\.event) : nil
  }
}
