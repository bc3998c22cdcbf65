import Home
import Model

/// What a watch goes on with: what is stored, and the events that were stored and not told yet when the
/// program ended.
struct LoadedMonitoring: Sendable {
  var stored: StoredMonitoring
  var events: [MonitorEvent] = []

  /// As many events as are read at once.
  private static let page = 10_000
  /// As many pages as are told; the dispatcher takes no more.
  private static let mostPages = AlertDispatcher.mostInInbox / page
  /// As many as are passed over.
  private static let mostSkipped = 200

  /// Reads the store, which blocks; the seed is that of a dispatcher that begins anew.
  init(_ store: any MonitorStore, seed: UInt64) throws(StoreError) {
    stored = try store.loadMonitoring()
    let memory = stored.dispatcher.flatMap { StoredJSON.decode(AlertMemory.self, from: $0) }
    // Of a memory that can't be read nobody knows what was told: the past isn't told again.
    let isForgotten = stored.dispatcher != nil && memory == nil
    var last = memory?.lastEvent ?? 0
    for _ in 0..<(isForgotten ? Self.mostSkipped : Self.mostPages) {
      let events = try store.monitorEvents(after: last, limit: Self.page)
      last = events.last?.seq ?? last
      if !isForgotten { self.events += events }
      guard events.count == Self.page else { break }
    }
    guard isForgotten else { return }
    stored.dispatcher = StoredJSON.encode(
      AlertMemory(dispatcher: AlertDispatcher(seed: seed), lastEvent: last)
    )
  }
}
