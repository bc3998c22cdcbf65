import Model
import NIOCore

/// The last events, as they are sent, for clients that were away for a moment or are slow.
///
/// Bounded in number and in bytes. Every event goes on from the one before it, the first from the
/// snapshot that the ring began with: only a client that has had one of those can go on with the events
/// since, every other needs a snapshot.
struct EventRing {
  private var events: [(id: ChangeCursor, event: ByteBuffer)] = []
  /// Where the oldest event is in ``events``; those before it are no longer kept.
  private var start = 0
  /// What the oldest event goes on from.
  private var base: ChangeCursor?
  private let mostEvents: Int
  private let mostBytes: Int
  /// As many bytes are kept.
  private(set) var bytes = 0

  init(mostEvents: Int, mostBytes: Int) {
    self.mostEvents = mostEvents
    self.mostBytes = mostBytes
  }

  /// As many events are kept.
  var count: Int { events.count - start }

  /// The id of the last event, or of the snapshot where there was none since; `nil` before that.
  var last: ChangeCursor? { events.last?.id ?? base }

  /// Begins with a snapshot, whose id is that.
  mutating func begin(at id: ChangeCursor) {
    clear()
    base = id
  }

  /// Keeps an event that goes on from the last one.
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

  /// Forgets all events; every client needs a snapshot.
  mutating func clear() {
    events = []
    start = 0
    bytes = 0
    base = nil
  }

  /// The events after the one with that id; `nil` where not all of them are kept, or where there was
  /// no such event.
  func events(after id: ChangeCursor) -> [ByteBuffer]? {
    let kept = events[start...]
    // Nearly every client has had the last one.
    if let place = kept.lastIndex(where: { $0.id == id }) {
      return kept[(place + 1)...].map(\.event)
    }
    return id == base ? kept.map(\.event) : nil
  }
}
