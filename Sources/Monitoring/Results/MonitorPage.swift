/// Which monitors are listed, in which order, and from where on.
public struct MonitorQuery: Hashable, Sendable {
  /// In which order.
  public var order: Order
  /// Only those in this state; `nil` for all.
  public var state: MonitorState?
  /// Only those of this kind; `nil` for all.
  public var kind: MonitorCheck.Kind?
  /// Only those after that place, which is of the same order.
  public var after: MonitorCursor?
  /// At most so many.
  public var limit: Int

  /// The orders that there are.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// The worst state first, then by name. A monitor whose state changes moves, so that whoever reads page
    /// after page may miss it, or find it twice.
    case worst
    /// By id: all keep their places, and whoever reads page after page finds each once.
    case id
  }

  /// As many as an answer has by default: each takes 1.5 kB of JSON, and a look at a year of states.
  public static let usualLimit = 500
  /// As many as an answer may have.
  public static let mostLimit = 1000

  /// By default the worst of all.
  public init(
    order: Order = .worst,
    state: MonitorState? = nil,
    kind: MonitorCheck.Kind? = nil,
    after: MonitorCursor? = nil,
    limit: Int = MonitorQuery.usualLimit
  ) {
    self.order = order
    self.state = state
    self.kind = kind
    self.after = after
    self.limit = limit
  }
}

/// A part of the monitors, and what there is beside it.
public struct MonitorPage: Hashable, Sendable {
  /// The monitors, in the order that was asked for.
  public var monitors: [MonitorSnapshot]
  /// The place of the last one, where others follow.
  public var next: MonitorCursor?
  /// How many there are on all pages together.
  public var count: Int
  /// How many monitors are in which state, whatever was asked for.
  public var states: [MonitorState: Int]

  /// The monitors of a selection.
  public init(_ selection: MonitorSelection, _ monitors: [MonitorSnapshot]) {
    self.monitors = monitors
    next = selection.next
    count = selection.count
    states = selection.states
  }

  /// The page of those monitors that is asked for.
  public init(_ query: MonitorQuery, of all: [MonitorSnapshot]) {
    let selection = MonitorSelection(query, of: all.lazy.map { ListedMonitor($0) })
    let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    self.init(selection, selection.ids.compactMap { byID[$0] })
  }
}

/// What a list goes by of a monitor.
public struct ListedMonitor: Hashable, Sendable {
  /// Its id.
  public var id: String
  /// Its name.
  public var name: String
  /// Its kind.
  public var kind: MonitorCheck.Kind
  /// How it is.
  public var state: MonitorState

  /// A monitor that is in that state.
  public init(_ monitor: Monitor, _ state: MonitorState) {
    id = monitor.id
    name = monitor.name
    kind = monitor.check.kind
    self.state = state
  }

  /// What a list goes by of a snapshot.
  public init(_ snapshot: MonitorSnapshot) { self.init(snapshot.monitor, snapshot.state) }
}

/// Which monitors are on a page: found without what is shown of each, which takes more than to choose them.
public struct MonitorSelection: Hashable, Sendable {
  /// Their ids, in order.
  public private(set) var ids: [String]
  /// The place of the last one, where others follow.
  public private(set) var next: MonitorCursor?
  /// How many there are on all pages together.
  public private(set) var count = 0
  /// How many monitors are in which state, whatever was asked for.
  public private(set) var states: [MonitorState: Int] = [:]

  /// Looks through all monitors.
  public init(_ query: MonitorQuery, of all: some Sequence<ListedMonitor>) {
    var places: [MonitorCursor] = []
    var (count, states) = (0, [MonitorState: Int]())
    for monitor in all {
      states[monitor.state, default: 0] += 1
      if let state = query.state, monitor.state != state { continue }
      if let kind = query.kind, monitor.kind != kind { continue }
      count += 1
      let place = MonitorCursor(of: monitor, in: query.order)
      if let after = query.after, !(after < place) { continue }
      places.append(place)
    }
    places.sort()
    let page = places.prefix(max(1, query.limit))
    ids = page.map(\.id)
    next = page.count < places.count ? page.last : nil
    (self.count, self.states) = (count, states)
  }
}
