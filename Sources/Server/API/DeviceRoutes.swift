import HTTPTypes
import Home
import Hummingbird
import Model
import NIOCore

/// The devices, and what the user says of them.
struct DeviceRoutes {
  let home: any HomeWatching
  let hub: EventHub

  var routes: [Route] {
    [
      Route(.get, "/api/v1/devices") { _, _ in .json(await hub.devices()) },
      Route(.delete, "/api/v1/devices") { request, context in
        try await JSONBody.refuse(of: request, context)
        // Both filters are required, so that a bare DELETE deletes nothing.
        let query = request.uri.queryParameters
        guard query["state"] == "away", query["unnamed"] == "true", query.count == 2 else {
          throw Problem(
            .unprocessableContent,
            "Only state=away with unnamed=true can be forgotten together."
          )
        }
        return try .json(Forgotten(forgotten: await home.forgetAway()))
      },
      Route(.get, "/api/v1/devices/{id}") { _, context in
        let id = try id(context)
        guard let device = await home.device(id), let explanation = await home.explanation(of: id)
        else { throw Problem.noSuchDevice }
        return try .json(ExplainedDevice(device: device, explanation: explanation))
      },
      Route(.patch, "/api/v1/devices/{id}") { request, context in
        let id = try id(context)
        let change = try await JSONBody.read(DevicePatch.self, of: request, context).change
        return try .json(await home.mark(id, change))
      },
      Route(.delete, "/api/v1/devices/{id}") { request, context in
        try await JSONBody.refuse(of: request, context)
        try await home.forget(id(context))
        return .empty(.noContent)
      },
      Route(.post, "/api/v1/devices/{id}/rescan") { request, context in
        try await JSONBody.refuse(of: request, context)
        let id = try id(context)
        try await home.rescan(id)
        guard let device = await home.device(id) else { throw Problem.noSuchDevice }
        return try .json(device, status: .accepted)
      },
    ]
  }

  /// The id in the path, which the router leaves percent-encoded.
  private func id(_ context: HomeRequestContext) throws -> String {
    guard let id = context.parameters.get("id")?.percentDecoded, !id.isEmpty
    else { throw Problem.noSuchDevice }
    return id
  }
}

/// How many devices were forgotten.
private struct Forgotten: Encodable {
  let forgotten: Int
}

/// A device with why it is taken for what it is.
private struct ExplainedDevice: Encodable {
  let device: InventoryDevice
  let explanation: Explanation

  private enum CodingKeys: String, CodingKey { case explanation, identified, phrases }
  private enum VerdictKeys: String, CodingKey { case name, category }

  func encode(to encoder: any Encoder) throws {
    try device.encode(to: encoder)
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(explanation, forKey: .explanation)
    try json.encode(explanation.phrases, forKey: .phrases)
    var identified = json.nestedContainer(keyedBy: VerdictKeys.self, forKey: .identified)
    try identified.encode(device.device.verdict.name, forKey: .name)
    try identified.encode(device.device.verdict.category, forKey: .category)
  }
}
