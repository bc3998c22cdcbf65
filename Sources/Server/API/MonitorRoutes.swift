import HTTPTypes
import Hummingbird
import Model
import Monitoring

/// Monitors, their past, and incidents.
struct MonitorRoutes {
  /// `nil` for a home that nobody monitors.
  let monitoring: (any HomeMonitoring)?
  let now: @Sendable () -> Timestamp

  /// As many incidents as an answer may hold.
  private static let mostIncidents: UInt64 = 500
  /// As many bars as an answer may hold.
  private static let mostBars: UInt64 = 400

  var routes: [Route] {
    [
      Route(.get, "/api/v1/monitors", taking: nil) { request, _ in try await list(request) },
      Route(.post, "/api/v1/monitors") { request, context in
        var monitor = try await JSONBody.read(Monitor.self, of: request, context)
        if monitor.source == .file { monitor.source = .user }
        return try .json(await monitored().add(monitor), status: .created)
      },
      Route(.get, "/api/v1/monitors/suggestions") { _, _ in
        let json: JSONObject = ["suggestions": try await monitored().suggestions()]
        return try .json(json)
      },
      Route(.get, "/api/v1/monitors/{id}") { _, context in try .json(await known(context)) },
      Route(.patch, "/api/v1/monitors/{id}") { request, context in
        let patch = try await JSONBody.read(MonitorPatch.self, of: request, context)
        let before = try await known(context).monitor
        var monitor = try patch.applied(to: before)
        (monitor.id, monitor.source) = (before.id, before.source)
        return try .json(await monitored().replace(monitor))
      },
      Route(.delete, "/api/v1/monitors/{id}") { request, context in
        try await JSONBody.refuse(of: request, context)
        try await monitored().remove(monitor: context.pathID())
        return .empty(.noContent)
      },
      Route(.post, "/api/v1/monitors/{id}/check") { request, context in
        try await JSONBody.refuse(of: request, context)
        let json: JSONObject = ["result": try await monitored().check(context.pathID())]
        return try .json(json)
      },
      pause("pause", true), pause("resume", false),
      Route(.get, "/api/v1/monitors/{id}/samples", taking: nil) { request, context in
        try await samples(of: context.pathID(), request)
      },
      Route(.get, "/api/v1/monitors/{id}/states", taking: nil) { request, context in
        try await states(of: context.pathID(), request)
      },
      Route(.get, "/api/v1/monitors/{id}/bars", taking: nil) { request, context in
        try await bars(of: context.pathID(), request)
      },
      Route(.get, "/api/v1/monitors/{id}/incidents", taking: nil) { request, context in
        try await incidents(of: context.pathID(), request)
      },
      Route(.get, "/api/v1/incidents", taking: nil) { request, _ in
        try await incidents(of: nil, request)
      },
      Route(.post, "/api/v1/incidents/{id}/acknowledge") { request, context in
        try await JSONBody.refuse(of: request, context)
        guard let number = Int64(try context.pathID()) else { throw Problem.notFound }
        return try .json(await monitored().acknowledge(number))
      },
    ]
  }

  private func list(_ request: Request) async throws -> Response {
    let names = ["order", "state", "kind", "after", "limit"]
    let parameters = try HistoryParameters(request, allowing: names, now: now())
    let limits = 1...UInt64(MonitorQuery.mostLimit)
    var query = MonitorQuery(
      order: try parameters.choice("order", of: MonitorQuery.Order.self) ?? .worst,
      state: try parameters.choice("state", of: MonitorState.self),
      kind: try parameters.choice("kind", of: MonitorCheck.Kind.self)
    )
    if let limit = try parameters.number("limit", in: limits) { query.limit = Int(limit) }
    if let text = parameters.text("after") {
      guard let cursor = MonitorCursor(text), cursor.order == query.order else {
        throw Problem(
          .unprocessableContent,
          "after has to be the next of an answer in the same order."
        )
      }
      query.after = cursor
    }
    let page = try await monitored().monitors(query)
    let states = Dictionary(
      uniqueKeysWithValues: MonitorState.allCases.map { ($0.rawValue, page.states[$0] ?? 0) }
    )
    let json: JSONObject = [
      "monitors": page.monitors, "next": page.next?.text, "count": page.count, "states": states,
    ]
    return try .json(json)
  }

  private func pause(_ word: String, _ isPaused: Bool) -> Route {
    Route(.post, "/api/v1/monitors/{id}/\(word)") { request, context in
      try await JSONBody.refuse(of: request, context)
      return try .json(await monitored().setPaused(isPaused, of: context.pathID()))
    }
  }

  private func samples(of id: String, _ request: Request) async throws -> Response {
    let parameters = try HistoryParameters(request, allowing: ["from", "to", "step"], now: now())
    let span = try parameters.span()
    let step = try parameters.step(of: span)
    let points = try await monitored().samples(of: id, from: span.from, to: span.to, step: step)
    let json: JSONObject = ["from": span.from, "to": span.to, "step_ms": step, "points": points]
    return try .json(json)
  }

  private func states(of id: String, _ request: Request) async throws -> Response {
    let parameters = try HistoryParameters(request, allowing: ["from", "to"], now: now())
    let (from, to) = try parameters.span()
    let changes = try await monitored().states(of: id, from: from, to: to)
    let json: JSONObject = [
      "from": from, "to": to,
      "states": MonitorStateSpan.spans(of: changes, from: from, to: to),
    ]
    return try .json(json)
  }

  private func bars(of id: String, _ request: Request) async throws -> Response {
    let parameters = try HistoryParameters(request, allowing: ["from", "to", "n"], now: now())
    let (from, to) = try parameters.span()
    let count = Int(try parameters.number("n", in: 1...Self.mostBars) ?? 90)
    let changes = try await monitored().states(of: id, from: from, to: to)
    let bars = UptimeBars(of: changes, from: from, to: to, count: count).bars
    let json: JSONObject = ["from": from, "to": to, "bars": bars.map(Self.object)]
    return try .json(json)
  }

  private static func object(_ bar: UptimeBars.Bar) -> JSONObject {
    [
      "from": bar.from, "to": bar.to, "state": bar.worst, "share": bar.uptime.share,
      "coverage": bar.uptime.coverage,
    ]
  }

  private func incidents(of id: String?, _ request: Request) async throws -> Response {
    let names = ["from", "to", "limit"]
    let parameters = try HistoryParameters(request, allowing: names, now: now())
    let (from, to) = try parameters.span()
    let limit = Int(try parameters.number("limit", in: 1...Self.mostIncidents) ?? 100)
    let incidents = try await monitored().incidents(of: id, from: from, to: to, limit: limit)
    let json: JSONObject = ["from": from, "to": to, "incidents": incidents]
    return try .json(json)
  }

  private func known(_ context: HomeRequestContext) async throws -> MonitorSnapshot {
    guard let monitor = try await monitored().monitor(context.pathID()) else {
      throw Problem(.notFound, "There is no monitor with that id.")
    }
    return monitor
  }

  private func monitored() throws(Problem) -> any HomeMonitoring {
    guard let monitoring else { throw .noMonitoring }
    return monitoring
  }
}

/// A time in which a monitor had one state, as the API shows it.
struct MonitorStateSpan: Hashable, Encodable {
  var state: MonitorState
  var from: Timestamp
  var to: Timestamp
  var maintenance: Bool

  /// The states without gaps: what is not known is `unknown`.
  static func spans(
    of changes: [MonitorStateChange],
    from: Timestamp,
    to: Timestamp
  ) -> [MonitorStateSpan] {
    var spans: [MonitorStateSpan] = []
    func add(_ state: MonitorState, _ maintenance: Bool, _ start: Timestamp, _ end: Timestamp) {
      guard start < end else { return }
      if let last = spans.last, last.state == state, last.maintenance == maintenance,
        last.to == start
      {
        spans[spans.count - 1].to = end
      } else {
        spans.append(MonitorStateSpan(state: state, from: start, to: end, maintenance: maintenance))
      }
    }
    var last = (state: MonitorState.unknown, maintenance: false, time: from)
    for change in changes.sorted(by: { $0.time < $1.time }) where change.time < to {
      let time = max(change.time, from)
      add(last.state, last.maintenance, last.time, time)
      last = (change.state, change.isInMaintenance, time)
    }
    add(last.state, last.maintenance, last.time, to)
    return spans
  }
}

extension HomeRequestContext {
  /// The id in the path, which the router leaves percent-encoded.
  func pathID() throws(Problem) -> String {
    guard let id = parameters.get("id")?.percentDecoded, !id.isEmpty else { throw .notFound }
    return id
  }
}

extension Problem {
  static let noMonitoring = Problem(.notFound, "This server has no monitors.")

  init(_ error: MonitoringError) {
    switch error {
    case .notFound(let why): self.init(.notFound, why)
    case .unacceptable(let key, let why):
      self.init(.unprocessableContent, why)
      self.key = key.isEmpty ? nil : key
    case .locked(let why), .impossible(let why): self.init(.conflict, why)
    case .notStored(let why): self.init(.insufficientStorage, why)
    }
  }
}
