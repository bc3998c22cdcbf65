import Home
import Model

/// What `/metrics` says, in Prometheus' text format.
struct Metrics {
  var status: WatchStatus
  var devices: DeviceCounts
  var eventClients: Int
  var requests: [(kind: HTTPCounters.Kind, count: Int)]

  /// The text, with a help and a type for each family.
  var text: String {
    var text = ""
    func family(_ name: String, _ type: String, _ help: String, _ samples: [(String, String)]) {
      text += "# HELP homenet_\(name) \(help)\n# TYPE homenet_\(name) \(type)\n"
      for (labels, value) in samples { text += "homenet_\(name)\(labels) \(value)\n" }
    }
    family(
      "devices",
      "gauge",
      "Devices by presence.",
      [
        (#"{state="present"}"#, "\(devices.present)"),
        (#"{state="unconfirmed"}"#, "\(devices.unconfirmed)"),
        (#"{state="away"}"#, "\(devices.away)"),
      ]
    )
    family(
      "devices_identified",
      "gauge",
      "Devices whose kind is known.",
      [("", "\(devices.identified)")]
    )
    family(
      "devices_new",
      "gauge",
      "Devices that nobody has looked at yet.",
      [("", "\(devices.new)")]
    )
    family(
      "scan_running",
      "gauge",
      "Whether a scan runs.",
      [("", status.scan.activity == .running ? "1" : "0")]
    )
    family(
      "watch_paused",
      "gauge",
      "Whether the watch is paused, so that no scan comes by itself.",
      [("", status.scan.paused ? "1" : "0")]
    )
    if let finished = status.scan.finished {
      family(
        "scan_finished_timestamp_seconds",
        "gauge",
        "When the last scan was complete.",
        [("", "\(Double(finished.milliseconds) / 1000)")]
      )
    }
    family(
      "problems",
      "gauge",
      "What keeps the watch from doing all of its part.",
      [("", "\(status.problems.count)")]
    )
    family(
      "event_clients",
      "gauge",
      "Clients that listen to events.",
      [("", "\(eventClients)")]
    )
    family(
      "http_requests_total",
      "counter",
      "Requests answered.",
      requests.map {
        (#"{method="\#($0.kind.method)",status="\#($0.kind.status)"}"#, "\($0.count)")
      }
    )
    return text
  }
}
