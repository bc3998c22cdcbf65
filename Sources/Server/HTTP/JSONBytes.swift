import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// Values as compact JSON, keys in order of the alphabet, so that equal values are equal bytes.
enum JSONBytes {
  /// The value's JSON.
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
  }
}

extension Response {
  /// An answer that holds JSON, which no cache keeps.
  static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    json(ByteBuffer(bytes: bytes), status: status)
  }

  /// An answer that holds JSON, which no cache keeps.
  static func json(_ buffer: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status,
      headers: [
        .contentType: "application/json", .cacheControl: "no-store",
        .contentLength: String(buffer.readableBytes),
      ],
      body: ResponseBody(byteBuffer: buffer)
    )
  }

  /// An answer that holds the value as JSON.
  static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
    json(try JSONBytes.encode(value), status: status)
  }

  /// An answer that says all by its status.
  static func empty(_ status: HTTPResponse.Status, _ headers: HTTPFields = [:]) -> Response {
    var headers = headers
    headers[.cacheControl] = "no-store"
    return Response(status: status, headers: headers)
  }
}
