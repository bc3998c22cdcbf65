import Hummingbird
import NIOCore
import WebApp

/// The description of the API.
struct OpenAPIRoutes {
  /// The document, as it is embedded.
  static let document = [UInt8](
    UnsafeBufferPointer(start: webapp_openapi.bytes, count: webapp_openapi.size)
  )

  private let content = ByteBuffer(bytes: document)

  var routes: [Route] {
    let content = content
    return [Route(.get, "/api/v1/openapi.json") { _, _ in .json(content) }]
  }
}
