import NIOCore

/// The last events, as they are sent, for those who were away for a moment or are slow.
///
/// Bounded in number and in bytes: a client that needs older events gets a snapshot.
struct EventRing {
  private var events: [ByteBuffer] = []
  /// Where the oldest event is in ``events``; those before it are no longer kept.
  private var start = 0
  private let mostEvents: Int
  private let mostBytes: Int
  /// The number of the last event; 0 where there was none yet.
  private(set) var last: UInt64 = 0
  /// How many bytes are kept.
  private(set) var bytes = 0

  init(mostEvents: Int, mostBytes: Int) {
    self.mostEvents = mostEvents
    self.mostBytes = mostBytes
  }

  /// How many events are kept.
  var count: Int { events.count - start }

  /// Keeps the event with the number after ``last``.
  mutating func append(_ event: ByteBuffer) {
    last += 1
    events.append(event)
    bytes += event.readableBytes
    while count > mostEvents || (bytes > mostBytes && count > 0) {
      bytes -= events[start].readableBytes
      events[start] = ByteBuffer()
      start += 1
    }
    if start > mostEvents || count == 0 {
      events.removeFirst(start)
      start = 0
    }
  }

  /// Drops all events; a client that received the last of them has to take a snapshot.
  mutating func forget() {
    last += 1
    events = []
    start = 0
    bytes = 0
  }

  /// The events after the one with that number; `nil` where not all of them are kept, or where there
  /// was no such event.
  func events(after number: UInt64) -> ArraySlice<ByteBuffer>? {
    guard number <= last, last - number <= UInt64(count) else { return nil }
    return events[(events.count - Int(last - number))...]
  }
}

/// The id of an event: which run of the server, and which of its events.
struct EventID: Hashable, Sendable, LosslessStringConvertible {
  /// Tells one run of the server from another.
  let boot: String
  /// Counts the events of the run.
  let number: UInt64

  init(boot: String, number: UInt64) {
    self.boot = boot
    self.number = number
  }

  /// Parses `BOOT-NUMBER`.
  init?(_ description: String) {
    guard description.utf8.count <= 64 else { return nil }
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = UInt64(parts[1]) else { return nil }
    self.init(boot: String(parts[0]), number: number)
  }

  var description: String { "\(boot)-\(number)" }
}
