import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// Bodies of requests: JSON of bounded size, or none.
enum JSONBody {
  /// The value that the body holds.
  ///
  /// Only `application/json` is taken, which a form on another site can't send.
  static func read<Value: Decodable>(
    _ type: Value.Type,
    of request: Request,
    _ context: HomeRequestContext
  ) async throws -> Value {
    var request = request
    return try await read(type, keepingIn: &request, context)
  }

  /// The value that the body holds; the request can still be watched for its end afterwards.
  static func read<Value: Decodable>(
    _ type: Value.Type,
    keepingIn request: inout Request,
    _ context: HomeRequestContext
  ) async throws -> Value {
    let mediaType = request.headers[.contentType]?.split(separator: ";").first
    guard mediaType?.filter({ !$0.isWhitespace }).lowercased() == "application/json" else {
      throw Problem(.unsupportedMediaType, "The body has to be application/json.")
    }
    let body = try await request.collectBody(upTo: context.maxUploadSize)
    do {
      return try JSONDecoder().decode(type, from: Data(body.readableBytesView))
    } catch let problem as Problem {
      throw problem
    } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
      throw Problem(.badRequest, "The body is not JSON.")
    } catch let error as DecodingError {
      throw Problem(.unprocessableContent, describe(error))
    }
  }

  /// Reads and drops a body, so that the connection can be used again.
  static func refuse(of request: Request, _ context: HomeRequestContext) async throws {
    guard try await request.body.collect(upTo: context.maxUploadSize).readableBytes == 0 else {
      throw Problem(.badRequest, "No body is expected here.")
    }
  }

  private static func describe(_ error: DecodingError) -> String {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      let key = context.codingPath.last?.stringValue
      return key.map { "The value of \($0) is of another type." } ?? "The body is not an object."
    case .keyNotFound(let key, _):
      return "The body lacks \(key.stringValue)."
    @unknown default:
      return "The body is not of the expected shape."
    }
  }
}

/// Any key of an object, so that unknown ones are seen and refused.
struct AnyCodingKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
