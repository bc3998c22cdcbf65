import Model
import Monitoring
import Simulation
import Testing

/// The made-up monitors that the page's tests look at.
@Suite struct GeneratedMonitorsTests {
  @Test func `are the same each time, and in every state`() async {
    let monitors = await GeneratedMonitors().monitors()
    let again = await GeneratedMonitors().monitors()
    #expect(monitors == again && monitors.count == 12)
    #expect(Set(monitors.map(\.state)) == Set(MonitorState.allCases))
    #expect(monitors.contains { $0.isFlapping } && monitors.contains { $0.isInMaintenance })
    #expect(monitors.contains { $0.monitor.source == .file && !$0.monitor.conditions.isEmpty })
    #expect(monitors.first { $0.id == "new" }?.checked == nil)
    for monitor in monitors { #expect(monitor.monitor.problem() == nil, "\(monitor.id)") }
  }

  @Test func `have rules and channels that are right, and alerts in every state`() async throws {
    let home = GeneratedMonitors()
    let channels = await home.channels()
    for rule in await home.rules() {
      #expect(rule.problem(channels: channels) == nil, "\(rule.id)")
    }
    for channel in channels { #expect(channel.problem() == nil, "\(channel.id)") }
    let alerts = try await home.alerts(in: nil, before: nil, limit: 100)
    #expect(Set(alerts.map(\.state)) == Set(Alert.State.allCases))
  }

  @Test func `are as many as wanted`() async {
    let none = GeneratedMonitors(monitors: 0)
    #expect(await none.monitors().isEmpty)
    #expect(await none.rules().isEmpty)
    #expect(await none.suggestions().count == 3)
    let many = await GeneratedMonitors(monitors: 500).monitors()
    #expect(Set(many.map(\.id)).count == 500)
    #expect(many.count { $0.state == .down } > 5)
  }

  @Test func `become what their target says, by one check`() async throws {
    let home = GeneratedMonitors()
    var monitor = try #require(await home.monitor("gateway")).monitor
    for (host, state) in [
      ("silent.example", MonitorState.down), ("slow.example", .degraded),
      ("lost.example", .unknown),
      ("well.example", .up),
    ] {
      monitor.check = .icmp(host: host)
      _ = try await home.replace(monitor)
      _ = try await home.check("gateway")
      let now = await home.monitor("gateway")
      #expect(now?.state == state, "\(host)")
    }
    let alerts = try await home.alerts(in: nil, before: nil, limit: 3)
    #expect(
      alerts.map(\.notice.title) == ["Gateway is degraded", "Gateway is down", "NAS is down"]
    )
  }

  @Test func `lose all checks while they were down`() async throws {
    let home = GeneratedMonitors()
    let end = GeneratedHome.start
    let from = Timestamp(milliseconds: end.milliseconds - 30 * 86_400_000)
    let incidents = try await home.incidents(of: "nas", from: from, to: end, limit: 100)
    let incident = try #require(incidents.first { $0.to != nil && $0.state == .down })
    let points = try await home.samples(
      of: "nas",
      from: incident.from,
      to: try #require(incident.to),
      step: 60_000
    )
    // The first step may begin before the outage.
    #expect(points.count > 5 && points.dropFirst().allSatisfy { $0.lost == $0.n })
  }
}
