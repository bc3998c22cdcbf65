import HTTPTypes
import Home
import Hummingbird
import Logging
import NIOHTTP1

/// Why a request was not fulfilled, as `application/problem+json` (RFC 9457).
struct Problem: Error, Hashable {
  /// The answer's status.
  var status: HTTPResponse.Status
  /// What is wrong with this request, in one sentence.
  var detail: String
  /// Further fields of the answer: `Allow`, `Retry-After`.
  var headers: HTTPFields

  init(_ status: HTTPResponse.Status, _ detail: String, _ headers: HTTPFields = [:]) {
    self.status = status
    self.detail = detail
    self.headers = headers
  }

  init(_ error: WatchError) {
    switch error {
    case .noSuchDevice: self = .noSuchDevice
    case .unacceptable(let why): self.init(.unprocessableContent, Self.sentence(why))
    case .notAskable(let why): self.init(.conflict, Self.sentence(why))
    case .notStored(let why): self.init(.insufficientStorage, Self.sentence(why))
    }
  }

  /// Words as a sentence.
  static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + (words.hasSuffix(".") ? "" : ".")
  }

  /// Nothing of that path is here.
  static let notFound = Problem(.notFound, "Nothing is here.")
  /// No device has that id.
  static let noSuchDevice = Problem(.notFound, "There is no device with that id.")
  /// The password file can't be read, so no password can be checked.
  static let passwordUnreadable = Problem(
    .serviceUnavailable,
    "The server can't read its password file and refuses every request; its log says how to fix it."
  )
  /// Something of ours went wrong; the log says what.
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
  private enum CodingKeys: String, CodingKey { case type, title, status, detail }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode("about:blank", forKey: .type)
    try json.encode(status.reasonPhrase, forKey: .title)
    try json.encode(status.code, forKey: .status)
    try json.encode(detail, forKey: .detail)
  }

  /// The answer that says so.
  var response: Response {
    // A value of text and a number can't fail to be encoded.
    var response = Response.json((try? JSONBytes.encode(self)) ?? Array("{}".utf8), status: status)
    response.headers[.contentType] = "application/problem+json"
    response.headers.append(contentsOf: headers)
    return response
  }
}

/// Turns every error into an answer that says what is wrong, and nothing about the server's inside.
struct ProblemMiddleware: RouterMiddleware {
  typealias Context = HomeRequestContext

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
    } catch is HTTPParserError {
      // Nothing can be read after that.
      return Problem(.badRequest, "The request is not valid HTTP.", [.connection: "close"]).response
    } catch let error as any HTTPResponseError {
      return Problem(error.status, Self.detail(of: error.status)).response
    } catch {
      // A client that hangs up in the middle of its request is no error of the server's.
      if context.channel.isActive {
        peerLog.note(.requestFailed, from: context.peer, error: error)
      } else {
        context.logger.debug("request failed", metadata: ["error": "\(error)"])
      }
      return Problem.failed.response
    }
  }

  private static func detail(of status: HTTPResponse.Status) -> String {
    switch status {
    case .notFound: Problem.notFound.detail
    case .contentTooLarge: "The body is too large."
    default: "\(status.reasonPhrase)."
    }
  }
}
