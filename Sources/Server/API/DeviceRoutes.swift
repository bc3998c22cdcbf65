import HTTPTypes
import Home
import Hummingbird
import Model
import NIOCore

/// `/api/v1/devices`: the inventory and its annotations.
struct DeviceRoutes {
  let home: any HomeWatching
  let hub: EventHub
  let history: HistoryRoutes

  var routes: [Route] {
    [
      Route(.get, "/api/v1/devices", taking: ["at"]) { request, _ in
        guard request.uri.queryParameters.has("at") else { return .json(await hub.devices()) }
        return try await history.devices(request)
      },
      Route(.delete, "/api/v1/devices", taking: nil) { request, context in
        try await JSONBody.refuse(of: request, context)
        // Both filters are required, so that a bare DELETE deletes nothing.
        let query = request.uri.queryParameters
        guard query["state"] == "away", query["unnamed"] == "true", query.count == 2 else {
          throw Problem(
            .unprocessableContent,
            "Only state=away with unnamed=true can be forgotten together."
          )
        }
        return try .json(["forgotten": await home.forgetAway()])
      },
      Route(.get, "/api/v1/devices/{id}") { _, context in
        let id = try context.deviceID()
        guard let device = await home.device(id), let explanation = await home.explanation(of: id)
        else { throw Problem.noSuchDevice }
        let macs = await home.macs(of: id)
        return try .json(ExplainedDevice(device: device, explanation: explanation, macs: macs))
      },
      Route(.patch, "/api/v1/devices/{id}") { request, context in
        let id = try context.deviceID()
        let change = try await JSONBody.read(DevicePatch.self, of: request, context).change
        return try .json(await home.mark(id, change))
      },
      Route(.delete, "/api/v1/devices/{id}") { request, context in
        try await JSONBody.refuse(of: request, context)
        try await home.forget(context.deviceID())
        return .empty(.noContent)
      },
      Route(.post, "/api/v1/devices/{id}/rescan") { request, context in
        try await JSONBody.refuse(of: request, context)
        let id = try context.deviceID()
        try await home.rescan(id)
        guard let device = await home.device(id) else { throw Problem.noSuchDevice }
        return try .json(device, status: .accepted)
      },
    ]
  }
}

/// The answer of `GET /api/v1/devices/{id}`: the device, the explanation of its verdict, and the link
/// addresses by which it can be split.
private struct ExplainedDevice: Encodable {
  let device: InventoryDevice
  let explanation: Explanation
  let macs: [KnownMAC]

  func encode(to encoder: any Encoder) throws {
    try device.encode(to: encoder)
    let verdict = device.device.verdict
    let identified: JSONObject = ["name": verdict.name, "category": verdict.category]
    let json: JSONObject = [
      "explanation": explanation, "phrases": explanation.messages, "identified": identified,
      "macs": macs,
    ]
    try json.encode(to: encoder)
  }
}

/// The body of `PATCH /api/v1/devices/{id}`: `null` deletes a value, a missing key keeps it.
struct DevicePatch: Decodable {
  var change = MarkChange()

  private enum Key: String, CodingKey, CaseIterable {
    case userName = "user_name"
    case name
    case userCategory = "user_category"
    case category, note, hidden, new
  }

  init(from decoder: any Decoder) throws {
    let all = try decoder.container(keyedBy: AnyCodingKey.self).allKeys
    for key in all where Key(rawValue: key.stringValue) == nil {
      throw Problem(
        .unprocessableContent,
        "Of a device, only user_name, user_category, note, hidden and new can be changed."
      )
    }
    guard !all.isEmpty else {
      throw Problem(.unprocessableContent, "The body names nothing to change.")
    }
    let json = try decoder.container(keyedBy: Key.self)
    func text(_ key: Key) throws -> String?? {
      guard json.contains(key) else { return nil }
      return .some(try json.decodeNil(forKey: key) ? nil : json.decode(String.self, forKey: key))
    }
    func kind(_ key: Key) throws -> Category?? {
      guard let raw = try text(key) else { return nil }
      guard let raw else { return .some(nil) }
      guard let category = Category(rawValue: raw) else {
        let known = Category.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(.unprocessableContent, "There is no such category; there are \(known).")
      }
      return .some(category)
    }
    for (one, other) in [(Key.userName, Key.name), (.userCategory, .category)]
    where json.contains(one) && json.contains(other) {
      throw Problem(
        .unprocessableContent,
        "\(one.rawValue) and \(other.rawValue) are the same: give one of them."
      )
    }
    change.name = try text(.userName) ?? text(.name)
    change.category = try kind(.userCategory) ?? kind(.category)
    change.note = try text(.note)
    if json.contains(.hidden) { change.isHidden = try json.decode(Bool.self, forKey: .hidden) }
    if json.contains(.new) {
      guard try !json.decode(Bool.self, forKey: .new) else {
        throw Problem(.unprocessableContent, "new can only be set to false.")
      }
      change.isSeen = true
    }
  }
}
