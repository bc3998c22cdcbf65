import HTTPTypes
import Home
import Hummingbird

/// The scan: its state, its start, its stop, and the pause of the watch.
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
  /// Whether the watch is to be paused.
  let isPaused: Bool

  init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: AnyCodingKey.self)
    guard json.allKeys.map(\.stringValue) == ["paused"] else {
      throw Problem(.unprocessableContent, "Of the scan, only paused can be changed.")
    }
    isPaused = try json.decode(Bool.self, forKey: AnyCodingKey(stringValue: "paused"))
  }
}
