import Foundation

@testable import Server

/// The OpenAPI document, as the tests read it.
enum APIDocument {
  /// Every `METHOD /path` that the document names.
  static func operations() throws -> Set<String> {
    let document = try JSONSerialization.jsonObject(with: Data(OpenAPIRoutes.document))
    let paths = (document as? [String: Any])?["paths"] as? [String: [String: Any]] ?? [:]
    let methods: Set<String> = [
      "get", "put", "post", "delete", "options", "head", "patch", "trace",
    ]
    return Set(
      paths.flatMap { path, item in
        item.keys.filter { methods.contains($0) }.map { "\($0.uppercased()) \(path)" }
      }
    )
  }
}
