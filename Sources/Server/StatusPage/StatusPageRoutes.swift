import HTTPTypes
import Hummingbird
import Model
import Monitoring
import NIOCore

/// The read-only status page: its settings in the API, and the page itself for whoever has its address.
struct StatusPageRoutes {
  /// `nil` for a home that nobody monitors.
  let monitoring: (any HomeMonitoring)?
  let now: @Sendable () -> Timestamp
  private let cache = StatusPageCache()

  init(monitoring: (any HomeMonitoring)?, now: @escaping @Sendable () -> Timestamp) {
    self.monitoring = monitoring
    self.now = now
  }

  var routes: [Route] {
    [
      Route(.get, "/api/v1/status-page") { _, _ in
        guard let monitoring else { throw Problem.noMonitoring }
        return try .json(ShownStatusPage(page: await monitoring.statusPage()))
      },
      Route(.put, "/api/v1/status-page") { request, context in
        let change = try await JSONBody.read(StatusPageChange.self, of: request, context)
        guard let monitoring else { throw Problem.noMonitoring }
        let page = try change.applied(to: await monitoring.statusPage())
        return try .json(ShownStatusPage(page: await monitoring.set(page)))
      },
      Route(.get, "/status/{token}", for: .everyone) { request, context in
        try await shown(request, context)
      },
    ]
  }

  private func shown(_ request: Request, _ context: HomeRequestContext) async throws -> Response {
    guard let monitoring, var token = context.parameters.get("token") else {
      throw Problem.notFound
    }
    let isJSON = token.hasSuffix(".json")
    if isJSON { token.removeLast(".json".count) }
    let page = await monitoring.statusPage()
    guard page.isOn, !page.token.isEmpty,
      Secrets.areEqual(Secrets.digest(token), Secrets.digest(page.token))
    else { throw Problem.notFound }
    let view = await cache.view(page, of: monitoring, now: now())
    var response: Response
    if isJSON {
      response = try .json(view)
    } else {
      let words = StatusPageWords.words(for: request.headers[.acceptLanguage])
      let html = StatusPageHTML(view: view, words: words).text
      response = .content(ByteBuffer(string: html), "text/html; charset=utf-8")
      response.headers[.vary] = "Accept-Language"
    }
    response.headers[.xRobotsTag] = "noindex, nofollow"
    return response
  }
}

/// The view of the status page, made at most every few seconds however many ask for it.
actor StatusPageCache {
  private var last: (page: StatusPage, view: StatusPageView)?
  private var making: (page: StatusPage, task: Task<StatusPageView, Never>)?

  /// How long a view is shown, in milliseconds.
  static let age: Int64 = 10_000

  /// The view of that page, which may be a few seconds old.
  func view(
    _ page: StatusPage,
    of monitoring: any HomeMonitoring,
    now: Timestamp
  ) async -> StatusPageView {
    if let last, last.page == page,
      (0..<Self.age).contains(now.milliseconds - last.view.made.milliseconds)
    {
      return last.view
    }
    if let making, making.page == page { return await making.task.value }
    let task = Task { await StatusPageView(page, of: monitoring, now: now) }
    making = (page, task)
    let view = await task.value
    last = (page, view)
    making = nil
    return view
  }
}

/// The settings of the status page as the API shows them, with its path.
private struct ShownStatusPage: Encodable {
  let page: StatusPage

  func encode(to encoder: any Encoder) throws {
    try page.encode(to: encoder)
    let path: String? = page.token.isEmpty ? nil : "/status/\(page.token)"
    let json: JSONObject = ["path": path]
    try json.encode(to: encoder)
  }
}

/// The body of `PUT /api/v1/status-page`: what isn't given, or is `null`, stays; but a token that
/// is `null` is made anew.
private struct StatusPageChange: Decodable {
  private let page: StatusPage
  private let names: Set<String>
  private let wantsNewToken: Bool

  init(from decoder: any Decoder) throws {
    page = try StatusPage(from: decoder)
    let json = try decoder.container(keyedBy: AnyCodingKey.self)
    var names: Set<String> = []
    var isTokenNull = false
    for key in json.allKeys {
      if try !json.decodeNil(forKey: key) {
        names.insert(key.stringValue)
      } else if key.stringValue == "token" {
        isTokenNull = true
      }
    }
    self.names = names
    wantsNewToken = isTokenNull
  }

  func applied(to before: StatusPage) throws(Problem) -> StatusPage {
    var changed = before
    if names.contains("on") { changed.isOn = page.isOn }
    if names.contains("title") { changed.title = page.title }
    if names.contains("monitors") { changed.monitors = page.monitors }
    if names.contains("token"), page.token != before.token {
      var problem = Problem(
        .unprocessableContent,
        "The token can't be chosen: send null for a new one, or leave it out to keep it."
      )
      problem.key = "token"
      throw problem
    }
    if wantsNewToken || changed.token.isEmpty { changed.token = Secrets.token() }
    return changed
  }
}
