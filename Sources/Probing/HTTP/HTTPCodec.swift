import NIOCore
import NIOEmbedded
import NIOHTTP1

/// HTTP/1.1 as bytes (RFC 9112): requests out, parts of responses in.
///
/// SwiftNIO's encoder and decoder in a channel without sockets. A class, because a channel is one;
/// each belongs to one conversation and is never shared.
final class HTTPCodec {
  /// A part of a response.
  enum Part {
    /// Status and header fields, names in lower case; of repeated fields the first counts.
    case head(status: Int, headers: [String: String], keepsAlive: Bool)
    /// A piece of the body.
    case body([UInt8])
    /// The end of the response.
    case end
  }

  private let channel = EmbeddedChannel()

  /// No honest device sends more header than that.
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
    // Adding handlers to a channel of our own fails only once it is closed.
    try? channel.pipeline.syncOperations.addHandlers(
      HTTPRequestEncoder(),
      ByteToMessageHandler(decoder)
    )
    channel.pipeline.fireChannelActive()
  }

  deinit {
    _ = try? channel.finish(acceptAlreadyClosed: true)
  }

  /// The bytes of a request.
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

  /// The parts that these bytes complete, and whether they are HTTP to the end.
  func receive(_ bytes: [UInt8]) -> (parts: [Part], isHTTP: Bool) {
    let isHTTP = (try? channel.writeInbound(ByteBuffer(bytes: bytes))) != nil
    return (takeParts(), isHTTP)
  }

  /// What the end of the connection completes: a body without a length ends with it.
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
  /// Everything that waits to be sent.
  func takeOutbound() -> [UInt8] {
    var bytes: [UInt8] = []
    while let buffer = try? readOutbound(as: ByteBuffer.self) {
      bytes += buffer.readableBytesView
    }
    return bytes
  }
}
