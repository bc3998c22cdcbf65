import NIOCore
import NIOEmbedded
import NIOHTTP1

/// Encodes HTTP/1.1 requests and decodes responses (RFC 9112).
///
/// SwiftNIO's encoder and decoder in an embedded channel. A class, because a channel is one; each
/// belongs to one connection.
final class HTTPCodec {
  enum Part {
    /// Field names in lower case; the first of repeated fields.
    case head(status: Int, headers: [String: String], keepsAlive: Bool)
    case body([UInt8])
    case end
  }

  private let channel = EmbeddedChannel()

  /// In bytes.
  private static let headerLimit = 32 << 10

  init() {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = 8 << 10
    limits.maxHeaderListSize = Self.headerLimit
    limits.maxHeaderFieldCount = 100
    let decoder = HTTPResponseDecoder(
      leftOverBytesStrategy: .dropBytes,
      informationalResponseStrategy: .drop,
      limitConfiguration: limits
    )
    // Fails only on a closed channel.
    try? channel.pipeline.syncOperations.addHandlers(
      HTTPRequestEncoder(),
      ByteToMessageHandler(decoder)
    )
    channel.pipeline.fireChannelActive()
  }

  deinit {
    _ = try? channel.finish(acceptAlreadyClosed: true)
  }

  func request(_ question: HTTPQuestion, host: String) -> [UInt8] {
    var head = HTTPRequestHead(
      version: .http1_1,
      method: HTTPMethod(rawValue: question.method),
      uri: question.path
    )
    head.headers.add(name: "Host", value: host)
    head.headers.add(name: "User-Agent", value: "homenet")
    head.headers.add(name: "Accept", value: "*/*")
    for field in question.headers {
      head.headers.replaceOrAdd(name: field.name, value: field.value)
    }
    if !question.body.isEmpty {
      head.headers.replaceOrAdd(name: "Content-Length", value: "\(question.body.count)")
    }
    do {
      try channel.writeOutbound(HTTPClientRequestPart.head(head))
      if !question.body.isEmpty {
        let body = ByteBuffer(bytes: question.body)
        try channel.writeOutbound(HTTPClientRequestPart.body(.byteBuffer(body)))
      }
      try channel.writeOutbound(HTTPClientRequestPart.end(nil))
    } catch {
      return []
    }
    return channel.takeOutbound()
  }

  /// Decodes received bytes; `isHTTP` is false after a decoding error.
  func receive(_ bytes: [UInt8]) -> (parts: [Part], isHTTP: Bool) {
    let isHTTP = (try? channel.writeInbound(ByteBuffer(bytes: bytes))) != nil
    return (takeParts(), isHTTP)
  }

  /// Ends the connection, and with it a body without a length.
  func close() -> [Part] {
    channel.pipeline.fireChannelInactive()
    _ = try? channel.throwIfErrorCaught()
    return takeParts()
  }

  private func takeParts() -> [Part] {
    var parts: [Part] = []
    while let part = try? channel.readInbound(as: HTTPClientResponsePart.self) {
      switch part {
      case .head(let head):
        var headers: [String: String] = [:]
        for field in head.headers {
          let name = field.name.lowercased()
          if headers[name] == nil { headers[name] = field.value }
        }
        parts.append(
          .head(
            status: Int(head.status.code),
            headers: headers,
            keepsAlive: head.isKeepAlive
          )
        )
      case .body(let buffer): parts.append(.body(Array(buffer.readableBytesView)))
      case .end: parts.append(.end)
      }
    }
    return parts
  }
}

extension EmbeddedChannel {
  /// Takes all pending outbound bytes.
  func takeOutbound() -> [UInt8] {
    var bytes: [UInt8] = []
    while let buffer = try? readOutbound(as: ByteBuffer.self) {
      bytes += buffer.readableBytesView
    }
    return bytes
  }
}
