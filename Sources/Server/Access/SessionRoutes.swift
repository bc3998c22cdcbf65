import HTTPTypes
import Hummingbird

/// Logging in and out.
struct SessionRoutes {
  let access: AccessControl
  let hub: EventHub

  private struct LogIn: Decodable {
    var password: String
  }

  private struct State: Encodable {
    var required: Bool
    var authenticated: Bool
  }

  var routes: [Route] {
    [
      Route(.get, "/api/v1/session") { _, context in
        try .json(State(required: await access.isNeeded, authenticated: context.visitor != .nobody))
      },
      Route(.post, "/api/v1/session", for: .everybody) { request, context in
        let body = try await JSONBody.read(LogIn.self, of: request, context)
        guard await access.isNeeded else { return .empty(.noContent) }
        let secrets = try await access.logIn(with: body.password, by: request, from: context.peer)
        let cookies = access.cookieFields(secrets, for: request)
        return .empty(
          .noContent,
          HTTPFields(cookies.map { HTTPField(name: .setCookie, value: $0) })
        )
      },
      Route(.delete, "/api/v1/session") { request, context in
        try await JSONBody.refuse(of: request, context)
        await access.logOut(context.visitor)
        if case .session = context.visitor { await hub.end(context.visitor) }
        return .empty(.noContent, [.setCookie: access.cookieField(nil, for: request)])
      },
    ]
  }
}
