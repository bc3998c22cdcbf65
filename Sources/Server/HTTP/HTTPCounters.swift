import HTTPTypes
import Hummingbird
import Logging
import Networking
import Wire

/// Counts answers by method and status, for `/metrics`.
final class HTTPCounters: Sendable {
  /// What is counted together.
  struct Kind: Hashable, Comparable {
    var method: String
    var status: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.method, left.status) < (right.method, right.status)
    }
  }

  private let counts = Lock<[Kind: Int]>([:])

  /// Counts one answer; unknown methods are counted together as `other`.
  func count(_ method: HTTPRequest.Method, _ status: HTTPResponse.Status) {
    let known: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]
    let kind = Kind(
      method: known.contains(method) ? method.rawValue : "other",
      status: status.code
    )
    counts.withLock { $0[kind, default: 0] += 1 }
  }

  /// The counts so far, in order.
  var all: [(kind: Kind, count: Int)] {
    counts.withLock { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
  }
}

/// Counts every answer, and notes it in the log.
struct CountingMiddleware: RouterMiddleware {
  typealias Context = HomeRequestContext

  let counters: HTTPCounters
  let logger: Logger

  func handle(
    _ request: Request,
    context: HomeRequestContext,
    next: (Request, HomeRequestContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    counters.count(request.method, response.status)
    logger.debug(
      "request",
      metadata: [
        "method": "\(request.method)", "path": "\(request.uri.path)",
        "status": "\(response.status.code)", "peer": "\(context.peer?.description ?? "-")",
        "ms": "\((ContinuousClock.now - start) / .milliseconds(1))",
      ]
    )
    return response
  }
}
