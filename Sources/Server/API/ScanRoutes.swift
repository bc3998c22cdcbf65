import HTTPTypes
import HomeNet
import Hummingbird

/// The scan: its state, its start, its stop.
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
    ]
  }
}
