import Monitoring
import Testing

@testable import homenet

/// The monitors of a server that has more than one answer holds.
@Suite struct ServedMonitorsTests {
  /// Asked for resources, answers in pages; with each answer one monitor's state changes.
  private final class PagedServer {
    private(set) var asked: [String] = []
    var monitors: [Monitor]
    var states: [String: MonitorState]

    init(_ count: Int) {
      monitors = (0..<count).map {
        Monitor(id: "m\($0)", name: "Host \($0 % 7)", check: .icmp(host: "h\($0)"))
      }
      states = Dictionary(uniqueKeysWithValues: monitors.map { ($0.id, .up) })
    }

    func answer(_ resource: String) throws(Failure) -> FieldValue {
      guard asked.count < 100 else { throw Failure("asked without end", .unable) }
      let fields = (resource.split(separator: "?").dropFirst().first ?? "").split(separator: "&")
      let values = Dictionary(
        fields.map { field in
          let parts = field.split(separator: "=", maxSplits: 1)
          return (String(parts[0]), String(parts[1]))
        },
        uniquingKeysWith: { $1 }
      )
      let query = MonitorQuery(
        order: values["order"].flatMap { MonitorQuery.Order(rawValue: $0) } ?? .worst,
        after: values["after"].flatMap { MonitorCursor($0) },
        limit: values["limit"].flatMap { Int($0) } ?? MonitorQuery.usualLimit
      )
      let page = MonitorPage(
        query,
        of: monitors.map { MonitorSnapshot(monitor: $0, state: states[$0.id] ?? .unknown) }
      )
      asked.append(resource)
      states["m\(monitors.count - asked.count)"] = .down
      let shown = page.monitors.map { snapshot in
        FieldValue.object([
          "id": .text(snapshot.id), "name": .text(snapshot.monitor.name),
          "state": .text(snapshot.state.rawValue),
        ])
      }
      let next = page.next.map { FieldValue.text($0.text) } ?? .null
      return .object(["monitors": .list(shown), "next": next])
    }
  }

  private func all(of server: PagedServer) throws -> [FieldValue] {
    try ServedMonitors.all { (resource) throws(Failure) in try server.answer(resource) }
  }

  @Test func `few take one answer, in its order`() throws {
    let server = PagedServer(500)
    let found = try all(of: server)
    #expect(found.count == 500)
    #expect(server.asked == ["monitors"])
    #expect(found.first?["name"]?.string == "Host 0")
  }

  @Test func `many are all there, each once, the worst first`() throws {
    let server = PagedServer(2300)
    let found = try all(of: server)
    #expect(Set(found.compactMap { $0["id"]?.string }).count == 2300)
    #expect(found.count == 2300)
    #expect(server.asked.count == 4)
    let states = found.compactMap { $0["state"]?.string }
    let firstUp = try #require(states.firstIndex(of: "up"))
    #expect(firstUp > 0)
    #expect(states[..<firstUp].allSatisfy { $0 == "down" })
    #expect(states[firstUp...].allSatisfy { $0 == "up" })
    let names = found[firstUp...].compactMap { $0["name"]?.string }
    #expect(names == names.sorted())
  }

  @Test func `an answer that leads to itself ends the list`() throws {
    var asked = 0
    let found = try ServedMonitors.all { (_) throws(Failure) in
      asked += 1
      return .object(["monitors": .list([.object(["id": .text("a")])]), "next": .text("id-0--61")])
    }
    #expect(found.count == 1)
    #expect(asked == 3)
  }

  @Test func `a server that knows no pages has told all`() throws {
    let found = try ServedMonitors.all { (_) throws(Failure) in
      .object(["monitors": .list([.object(["id": .text("a")])])])
    }
    #expect(found.count == 1)
  }
}
