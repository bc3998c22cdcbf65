import FoundationEssentials
import HTTPTypes
import Hummingbird
import Model
import NIOCore

/// Bodies of requests: JSON of bounded size, or none.
enum JSONBody {
  /// Decodes the body.
  ///
  /// Only `application/json` is accepted, which a form on another site can't send.
  static func read<Value: Decodable>(
    _ type: Value.Type,
    of request: Request,
    _ context: HomeRequestContext
  ) async throws -> Value {
    var request = request
    return try await read(type, keepingIn: &request, context)
  }

  /// Decodes the body; the request can still be watched for the connection's end afterwards.
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
      throw Problem(.unprocessableContent, .verbatim(describe(error)))
    }
  }

  /// Reads the body to its end, so that the connection can be reused; throws 400 unless it is empty.
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

/// Encodes compact JSON with sorted keys: equal values have equal bytes.
enum JSONBytes {
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
  }
}

extension Response {
  /// A JSON answer, not cached.
  static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    json(ByteBuffer(bytes: bytes), status: status)
  }

  /// A JSON answer, not cached.
  static func json(_ buffer: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
    content(buffer, "application/json", status: status)
  }

  /// An answer of that media type, not cached.
  static func content(
    _ buffer: ByteBuffer,
    _ type: String,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    Response(
      status: status,
      headers: [
        .contentType: type, .cacheControl: "no-store",
        .contentLength: String(buffer.readableBytes),
      ],
      body: ResponseBody(byteBuffer: buffer)
    )
  }

  /// The value as a JSON answer, not cached.
  static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
    json(try JSONBytes.encode(value), status: status)
  }

  static func empty(_ status: HTTPResponse.Status, _ headers: HTTPFields = [:]) -> Response {
    var headers = headers
    headers[.cacheControl] = "no-store"
    return Response(status: status, headers: headers)
  }
}
