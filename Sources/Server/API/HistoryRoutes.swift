import HTTPTypes
import Home
import Hummingbird
import Model

/// The home's history: what changed, how the home was, who was there, round trips.
struct HistoryRoutes {
  /// `nil` for a home whose history nobody keeps.
  let history: (any HomeHistory)?
  let now: @Sendable () -> Timestamp

  var routes: [Route] {
    [
      Route(.get, "/api/v1/changes", taking: nil) { request, _ in try await changes(request) },
      Route(.get, "/api/v1/presence", taking: nil) { request, _ in try await presence(request) },
      Route(.get, "/api/v1/devices/{id}/presence", taking: nil) { request, context in
        try await presence(of: context.deviceID(), request)
      },
      Route(.get, "/api/v1/devices/{id}/samples", taking: nil) { request, context in
        try await samples(of: context.deviceID(), request)
      },
    ]
  }

  /// The answer of `GET /api/v1/devices?at=TIME`: the devices as they were.
  func devices(_ request: Request) async throws -> Response {
    let history = try kept()
    let parameters = try HistoryParameters(request, allowing: ["at"], now: now())
    guard let at = try parameters.time("at") else { throw Problem.notFound }
    let devices = try await history.devices(at: at)
    let json: JSONObject = ["at": at, "devices": devices]
    return try .json(json)
  }

  private func changes(_ request: Request) async throws -> Response {
    let history = try kept()
    let names = ["after", "before", "since", "until", "limit", "device", "kind"]
    let parameters = try HistoryParameters(request, allowing: names, now: now())
    let page = try await history.changes(parameters.changes())
    let changes = page.changes.map {
      UndoableChange(change: $0, isUndoable: page.undoable.contains($0.change.seq))
    }
    let json: JSONObject = ["changes": changes, "next": page.next]
    return try .json(json)
  }

  private func presence(of id: String, _ request: Request) async throws -> Response {
    let history = try kept()
    let parameters = try HistoryParameters(request, allowing: ["from", "to"], now: now())
    let (from, to) = try parameters.span()
    let intervals = try await history.presence(of: id, from: from, to: to)
    return .json(PresenceAnswer(from: from, to: to, intervals: intervals).json)
  }

  private func samples(of id: String, _ request: Request) async throws -> Response {
    let history = try kept()
    let parameters = try HistoryParameters(request, allowing: ["from", "to", "step"], now: now())
    let span = try parameters.span()
    let step = try parameters.step(of: span)
    let points = try await history.samples(of: id, from: span.from, to: span.to, step: step)
    let json: JSONObject = ["from": span.from, "to": span.to, "step_ms": step, "points": points]
    return try .json(json)
  }

  private func presence(_ request: Request) async throws -> Response {
    let history = try kept()
    let parameters = try HistoryParameters(request, allowing: ["from", "to", "step"], now: now())
    let span = try parameters.span(atMost: HistoryParameters.longestHomeSpan)
    let step = try parameters.step(of: span)
    let rows = try await history.presence(from: span.from, to: span.to).map {
      PresenceRow($0, from: span.from, to: span.to, step: step)
    }
    let json: JSONObject = ["from": span.from, "to": span.to, "step_ms": step, "devices": rows]
    return try .json(json)
  }

  private func kept() throws(Problem) -> any HomeHistory {
    guard let history else { throw .noHistory }
    return history
  }
}

/// An entry of the API's `changes`, and whether it can be undone now.
private struct UndoableChange: Encodable {
  let change: NamedChange
  let isUndoable: Bool

  func encode(to encoder: any Encoder) throws {
    try change.encode(to: encoder)
    let json: JSONObject = ["undoable": isUndoable]
    try json.encode(to: encoder)
  }
}

extension HomeRequestContext {
  /// The device's id in the path, which the router leaves percent-encoded.
  func deviceID() throws(Problem) -> String {
    guard let id = parameters.get("id")?.percentDecoded, !id.isEmpty else { throw .noSuchDevice }
    return id
  }
}
