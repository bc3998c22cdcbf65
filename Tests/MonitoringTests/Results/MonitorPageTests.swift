import Testing

@testable import Monitoring

@Suite struct `Pages of monitors` {
  private static let states = MonitorState.allCases

  /// Monitors in all states, of which many have one name.
  private static func monitors(_ count: Int) -> [ListedMonitor] {
    (0..<count).map { number in
      ListedMonitor(
        Monitor(
          id: "m\(number)",
          name: "Host \(number % 3)",
          check: number.isMultiple(of: 2)
            ? .icmp(host: "h\(number)") : .tcp(host: "h\(number)", port: 80)
        ),
        states[number % states.count]
      )
    }
  }

  /// All pages, one after another.
  private static func walk(
    _ all: [ListedMonitor],
    _ order: MonitorQuery.Order,
    by limit: Int,
    state: MonitorState? = nil
  ) -> [MonitorSelection] {
    var query = MonitorQuery(order: order, state: state, limit: limit)
    var pages: [MonitorSelection] = []
    repeat {
      let page = MonitorSelection(query, of: all)
      pages.append(page)
      // As a client does, which only knows the text.
      query.after = page.next.flatMap { MonitorCursor($0.text) }
    } while query.after != nil && pages.count < 1000
    return pages
  }

  @Test(arguments: [MonitorQuery.Order.worst, .id], [1, 7, 50, 99, 100, 101])
  func `have each once, in order`(order: MonitorQuery.Order, limit: Int) {
    let all = Self.monitors(100)
    let pages = Self.walk(all.shuffled(), order, by: limit)
    #expect(pages.dropLast().allSatisfy { $0.ids.count == limit })
    #expect(pages.allSatisfy { $0.count == 100 && $0.states[.down] == 20 })
    let sorted = all.sorted { left, right in
      switch order {
      case .worst:
        (left.state.rank, left.name, left.id) < (right.state.rank, right.name, right.id)
      case .id: left.id < right.id
      }
    }
    #expect(pages.flatMap(\.ids) == sorted.map(\.id))
    #expect(pages.count == max(1, (100 + limit - 1) / limit))
  }

  @Test func `have those alone that are asked for, and count all states nevertheless`() {
    let all = Self.monitors(100)
    let down = Self.walk(all, .worst, by: 8, state: .down)
    #expect(down.map(\.ids.count) == [8, 8, 4] && down[0].count == 20)
    #expect(down[0].states.values.reduce(0, +) == 100)
    let pings = MonitorSelection(MonitorQuery(kind: .icmp), of: all)
    #expect(pings.ids.count == 50 && pings.next == nil)
    let none = MonitorSelection(MonitorQuery(kind: .presence), of: all)
    #expect(none.ids.isEmpty && none.next == nil && none.count == 0)
  }

  @Test func `go on where one was that is gone, and by id lose nothing that changes its state`() {
    var all = Self.monitors(100)
    let first = MonitorSelection(MonitorQuery(order: .id, limit: 50), of: all)
    // The last one goes, and all others change.
    all.removeAll { $0.id == first.ids.last }
    for index in all.indices { all[index].state = .up }
    let rest = MonitorSelection(MonitorQuery(order: .id, after: first.next, limit: 50), of: all)
    #expect(Set(first.ids).union(rest.ids).count == 100)
    #expect(Set(first.ids).isDisjoint(with: rest.ids))
  }

  @Test(arguments: [
    "", "x", "worst", "worst-3-61", "worst-a-61-61", "best-3-61-61", "worst-3-6-61",
    "worst-3-ff-61", "worst-3-61-61-61", "worst-3-6A-61", "worst-03-61-61", "worst-9-61-61",
    "worst-3-61-",
  ])
  func `begin after no text that is no cursor`(text: String) {
    #expect(MonitorCursor(text) == nil)
  }

  @Test func `begin after names of all letters`() throws {
    let monitor = Monitor(id: "ü-1", name: "Küche – 台所", check: .icmp(host: "x"))
    for order in MonitorQuery.Order.allCases {
      let cursor = MonitorCursor(of: ListedMonitor(monitor, .down), in: order)
      #expect(MonitorCursor(cursor.text) == cursor)
      #expect(cursor.text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "&") })
    }
    #expect(MonitorCursor(String(repeating: "6", count: 10_000)) == nil)
  }

  @Test func `show what was chosen`() {
    let all = [("a", MonitorState.up), ("b", .down), ("c", .up)].map { id, state in
      MonitorSnapshot(
        monitor: Monitor(id: id, name: id, check: .icmp(host: id)),
        state: state
      )
    }
    let page = MonitorPage(MonitorQuery(limit: 2), of: all)
    #expect(page.monitors.map(\.id) == ["b", "a"] && page.next?.id == "a")
    #expect(page.count == 3 && page.states == [.up: 2, .down: 1])
  }
}
