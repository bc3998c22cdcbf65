import HTTPTypes
import Home
import Hummingbird
import Logging
import Model
import Monitoring
import NIOHTTP1

/// An error answer, as `application/problem+json` (RFC 9457).
struct Problem: Error, Hashable {
  var status: HTTPResponse.Status
  /// The cause.
  var message: Message
  /// Which value of the body is wrong, by its key, where one is.
  var key: String?
  /// Further fields of the answer: `Allow`, `Retry-After`.
  var headers: HTTPFields

  init(_ status: HTTPResponse.Status, _ message: Message, _ headers: HTTPFields = [:]) {
    self.status = status
    self.message = message
    self.headers = headers
  }

  init(_ error: WatchError) {
    switch error {
    case .noSuchDevice: self = .noSuchDevice
    case .unacceptable(let why): self.init(.unprocessableContent, .verbatim(why))
    case .notAskable(let why): self.init(.conflict, .verbatim(why))
    case .noSuchChange: self = .noSuchChange
    case .impossible(let why): self.init(.conflict, why)
    case .notStored(let why): self.init(.insufficientStorage, why)
    }
  }

  /// The cause in English, with a capital and a full stop.
  var detail: String {
    let words = message.text
    return words.prefix(1).uppercased() + words.dropFirst() + (words.hasSuffix(".") ? "" : ".")
  }

  static let notFound = Problem(.notFound, "Nothing is here.")
  static let noSuchDevice = Problem(.notFound, "There is no device with that id.")
  static let noSuchChange = Problem(.notFound, "There is no change with that number.")
  static let noHistory = Problem(.notFound, "This server keeps no history of the home.")
  static let passwordUnreadable = Problem(
    .serviceUnavailable,
    "The server can't read its password file and refuses every request; its log says how to fix it."
  )
  /// A parameter of the query that a path does not take.
  static func unknownParameter(of known: [String]) -> Problem {
    guard !known.isEmpty else {
      return Problem(.unprocessableContent, "No parameter can be given here.")
    }
    let names = known.joined(separator: ", ")
    return Problem(.unprocessableContent, "Only these can be given here: \(names).")
  }
  /// An internal error; the details are in the log only.
  static let failed = Problem(.internalServerError, "The server failed; its log says how.")
}

extension HTTPResponse.Status {
  /// 507 (RFC 4918, section 11.5).
  static let insufficientStorage = HTTPResponse.Status(
    code: 507,
    reasonPhrase: "Insufficient Storage"
  )
}

extension Problem: Encodable {
  func encode(to encoder: any Encoder) throws {
    var json: JSONObject = [
      "type": "about:blank", "title": status.reasonPhrase, "status": status.code, "detail": detail,
    ]
    json.add(message)
    if let key { json.add("key", key) }
    try json.encode(to: encoder)
  }

  var response: Response {
    // Strings and a number always encode.
    var response = Response.json((try? JSONBytes.encode(self)) ?? Array("{}".utf8), status: status)
    response.headers[.contentType] = "application/problem+json"
    response.headers.append(contentsOf: headers)
    return response
  }
}

/// Turns every error into a problem answer; internal details go to the log only.
struct ProblemMiddleware: RouterMiddleware {
  let peerLog: PeerLog

  func handle(
    _ request: Request,
    context: HomeRequestContext,
    next: (Request, HomeRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let problem as Problem {
      return problem.response
    } catch let error as WatchError {
      return Problem(error).response
    } catch let error as MonitoringError {
      return Problem(error).response
    } catch is HTTPParserError {
      // The parser can't go on, so the connection is closed.
      return Problem(.badRequest, "The request is not valid HTTP.", [.connection: "close"]).response
    } catch let error as any HTTPResponseError {
      return Problem(error.status, Self.message(of: error.status)).response
    } catch {
      // A client that disconnects during its request is no server error.
      if context.channel.isActive {
        peerLog.note(.requestFailed, from: context.peer, error: error)
      } else {
        context.logger.debug("request failed", metadata: ["error": "\(error)"])
      }
      return Problem.failed.response
    }
  }

  private static func message(of status: HTTPResponse.Status) -> Message {
    switch status {
    case .notFound: Problem.notFound.message
    case .contentTooLarge: "The body is too large."
    default: "\(status.reasonPhrase)."
    }
  }
}
