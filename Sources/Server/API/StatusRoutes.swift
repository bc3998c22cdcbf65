import Home
import HTTPTypes
import Hummingbird
import Model
import Monitoring
import NIOCore
import WebApp

/// `/api/v1/status`, `/healthz` and `/metrics`.
struct StatusRoutes {
  let hub: EventHub
  /// `nil` for a home that nobody monitors.
  let monitoring: (any HomeMonitoring)?
  let counters: HTTPCounters

  var routes: [Route] {
    [
      Route(.get, "/api/v1/status") { _, _ in .json(try await hub.status()) },
      Route(.get, "/healthz", for: .everyone) { _, _ in Self.text("ok\n", "text/plain") },
      Route(.get, "/metrics") { _, _ in
        let (status, devices) = await hub.figures()
        let metrics = Metrics(
          status: status,
          devices: DeviceCounts(devices),
          eachDevice: DeviceMetrics(devices),
          eventClients: await hub.clientCount,
          requests: counters.all
        )
        let monitors = await MonitorMetrics(monitoring)
        return Self.text(
          metrics.text + (monitors?.text ?? ""),
          "text/plain; version=0.0.4; charset=utf-8"
        )
      },
    ]
  }

  private static func text(_ text: String, _ type: String) -> Response {
    .content(ByteBuffer(string: text), type)
  }
}

/// The answer of `/metrics`, in Prometheus' text format.
struct Metrics {
  var status: WatchStatus
  var devices: DeviceCounts
  var eachDevice: DeviceMetrics
  var eventClients: Int
  var requests: [(kind: HTTPCounters.Kind, count: Int)]

  /// A family of metrics; each sample has its labels and its value.
  static func family(
    _ name: String,
    _ type: String,
    _ help: String,
    _ samples: [(String, String)]
  ) -> String {
    samples.reduce(into: "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n") { text, sample in
      text += "\(name)\(sample.0) \(sample.1)\n"
    }
  }

  var text: String {
    var text = ""
    func family(_ name: String, _ type: String, _ help: String, _ samples: [(String, String)]) {
      text += Self.family("homenet_" + name, type, help, samples)
    }
    func gauge(_ name: String, _ help: String, _ value: some CustomStringConvertible) {
      family(name, "gauge", help, [("", value.description)])
    }
    family(
      "devices",
      "gauge",
      "Devices by presence; transient are away, and known by a private MAC of a day or less alone.",
      [
        (#"{state="present"}"#, "\(devices.present - devices.asleep)"),
        (#"{state="asleep"}"#, "\(devices.asleep)"),
        (#"{state="unconfirmed"}"#, "\(devices.unconfirmed)"),
        (#"{state="away"}"#, "\(devices.away)"),
        (#"{state="transient"}"#, "\(devices.transient)"),
      ]
    )
    gauge("devices_identified", "Devices whose kind is known.", devices.identified)
    gauge("devices_new", "Devices that nobody has looked at yet.", devices.new)
    family("device_present", "gauge", DeviceMetrics.presentHelp, eachDevice.present)
    family("device_rtt_seconds", "gauge", DeviceMetrics.roundTripHelp, eachDevice.roundTrips)
    gauge("scan_running", "Whether a scan runs.", status.scan.activity == .running ? 1 : 0)
    let pause = "Whether the watch is paused, so that no scan comes by itself."
    gauge("watch_paused", pause, status.scan.paused ? 1 : 0)
    if let finished = status.scan.finished {
      let seconds = Double(finished.milliseconds) / 1000
      gauge("scan_finished_timestamp_seconds", "When the last scan was complete.", seconds)
    }
    let problems = "What keeps the watch from doing all of its part."
    gauge("problems", problems, status.problems.count)
    gauge("event_clients", "Clients that listen to events.", eventClients)
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

/// `/api/v1/openapi.json`: the OpenAPI document.
struct OpenAPIRoutes {
  static let document = [UInt8](
    UnsafeBufferPointer(start: webapp_openapi.bytes, count: webapp_openapi.size)
  )

  var routes: [Route] {
    let content = ByteBuffer(bytes: Self.document)
    return [Route(.get, "/api/v1/openapi.json") { _, _ in .json(content) }]
  }
}

/// `/api/v1/scan`: the scan's state, its start and stop, and the pause of the watch.
struct ScanRoutes {
  let home: any HomeWatching

  var routes: [Route] {
    [
      Route(.get, "/api/v1/scan") { _, _ in
        try .json(ScanJSON(scan: await home.snapshot().status.scan))
      },
      Route(.post, "/api/v1/scan") { request, context in
        try await JSONBody.refuse(of: request, context)
        return try .json(ScanJSON(scan: await home.startScan()), status: .accepted)
      },
      Route(.delete, "/api/v1/scan") { request, context in
        try await JSONBody.refuse(of: request, context)
        return try .json(ScanJSON(scan: await home.stopScan()))
      },
      Route(.patch, "/api/v1/scan") { request, context in
        let patch = try await JSONBody.read(ScanPatch.self, of: request, context)
        return try .json(ScanJSON(scan: await home.setPaused(patch.isPaused)))
      },
    ]
  }
}

/// The body of `PATCH /api/v1/scan`.
private struct ScanPatch: Decodable {
  let isPaused: Bool

  init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: AnyCodingKey.self)
    guard json.allKeys.map(\.stringValue) == ["paused"] else {
      throw Problem(.unprocessableContent, "Of the scan, only paused can be changed.")
    }
    isPaused = try json.decode(Bool.self, forKey: AnyCodingKey(stringValue: "paused"))
  }
}
