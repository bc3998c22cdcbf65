import HTTPTypes
import Hummingbird
import NIOCore
import WebApp

/// How the home and the server are.
struct StatusRoutes {
  let hub: EventHub
  let counters: HTTPCounters

  var routes: [Route] {
    [
      Route(.get, "/api/v1/status") { _, _ in .json(try await hub.status()) },
      Route(.get, "/healthz", for: .everybody) { _, _ in Self.text("ok\n", "text/plain") },
      Route(.get, "/metrics") { _, _ in
        let (status, counts) = await hub.figures()
        let metrics = Metrics(
          status: status,
          devices: counts,
          eventClients: await hub.clientCount,
          requests: counters.all
        )
        return Self.text(metrics.text, "text/plain; version=0.0.4; charset=utf-8")
      },
    ]
  }

  private static func text(_ text: String, _ type: String) -> Response {
    let content = ByteBuffer(string: text)
    return Response(
      status: .ok,
      headers: [
        .contentType: type, .cacheControl: "no-store",
        .contentLength: String(content.readableBytes),
      ],
      body: ResponseBody(byteBuffer: content)
    )
  }
}
