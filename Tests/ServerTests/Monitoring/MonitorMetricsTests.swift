import HTTPTypes
import HummingbirdTesting
import Model
import Monitoring
import Simulation
import Testing

@testable import Server

@Suite struct `The monitors' figures` {
  @Test func `are named as blackbox_exporter names them`() async throws {
    let server = try TestServer.make(monitoring: GeneratedMonitors())
    try await server.application.test(.router) { client in
      let text = try await client.send(.get, "/metrics").text
      let web = #"{id="web",monitor="Our website",kind="http"}"#
      #expect(text.contains("\nprobe_success\(web) 1\n"))
      #expect(text.contains("\nprobe_duration_seconds\(web) 0.0845\n"))
      #expect(text.contains("\nprobe_http_status_code\(web) 200\n"))
      #expect(text.contains("\nprobe_ssl_earliest_cert_expiry\(web) 1705184000\n"))
      #expect(text.contains(#"probe_success{id="nas",monitor="NAS",kind="http"} 0"#))
      // What is not known has no value.
      #expect(!text.contains(#"probe_success{id="resolver""#))
      #expect(!text.contains(#"probe_success{id="printer""#))
      #expect(text.contains("\nhomenet_monitors{state=\"down\"} 3\n"))
      #expect(
        text.contains(
          #"homenet_monitor_state{id="mail",monitor="Mail server",kind="tls",state="degraded"} 1"#
        )
      )
      #expect(text.contains("\nhomenet_alerts{state=\"waiting\"} 1\n"))
      #expect(text.contains("\nhomenet_alerts{state=\"given_up\"} 1\n"))
      #expect(!text.contains("silent-nas.example") && !text.contains("192.0.2."))
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        let value = try #require(line.split(separator: " ").last)
        #expect(Double(value) != nil, "\(line)")
      }
    }
  }

  @Test func `escape names, and keep monitors of one name apart`() {
    let name = "a\"b\\c\nd"
    let monitors = ["1", "2"].map { id in
      MonitorSnapshot(
        monitor: Monitor(id: id, name: name, check: .icmp(host: "x.example")),
        state: .up
      )
    }
    let text = MonitorMetrics(monitors, alerts: []).text
    #expect(text.contains(#"probe_success{id="1",monitor="a\"b\\c\nd",kind="icmp"} 1"#))
    #expect(text.contains(#"probe_success{id="2",monitor="a\"b\\c\nd",kind="icmp"} 1"#))
  }

  @Test func `are of a bounded number of monitors`() {
    let monitors = (0..<(MonitorMetrics.most + 100)).map { index in
      MonitorSnapshot(
        monitor: Monitor(id: "m\(index)", name: "x", check: .icmp(host: "x.example")),
        state: .up
      )
    }
    let text = MonitorMetrics(monitors, alerts: []).text
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("probe_success{") }
    #expect(lines.count == MonitorMetrics.most)
    #expect(text.contains("\nhomenet_monitors{state=\"up\"} \(MonitorMetrics.most + 100)\n"))
  }

  @Test func `say how the schedule is kept`() {
    let schedule = ScheduleFigures(
      latenessP99: .milliseconds(250),
      latenessMost: .milliseconds(1500),
      skipped: 7
    )
    let text = MonitorMetrics([], alerts: [], schedule: schedule).text
    #expect(text.contains("\nhomenet_monitor_lateness_seconds{quantile=\"0.99\"} 0.25\n"))
    #expect(text.contains("\nhomenet_monitor_lateness_seconds{quantile=\"1\"} 1.5\n"))
    #expect(text.contains("\nhomenet_monitor_checks_skipped_total 7\n"))
    #expect(!MonitorMetrics([], alerts: []).text.contains("lateness"))
  }

  @Test func `are not told where nobody monitors`() async throws {
    try await TestServer.make().application.test(.router) { client in
      let text = try await client.send(.get, "/metrics").text
      #expect(!text.contains("probe_") && !text.contains("homenet_monitor"))
    }
  }
}
