import NIOCore
import NIOHTTP1

/// Applies the rules of HTTP/1 to a request: which host it names, and whether the connection is closed
/// after the answer.
///
/// Later handlers see neither the version nor the form of the target.
final class HTTP1SemanticsHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The requests that are not answered yet, at most as many as are read ahead.
  private var pending: CircularBuffer<HTTPVersion> = []
  /// Whether the connection ends with the last of them.
  private var isLast = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    pending.append(head.version)
    if !head.isKeepAlive || head.version.isBefore1_1 {
      // Hummingbird compares the field with `close` exactly.
      head.headers.replaceOrAdd(name: "connection", value: "close")
      isLast = true
    }
    head.nameTargetHost()
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      // Clients of HTTP/1.0 know no chunks.
      if let version = pending.first, version.isBefore1_1 { head.version = version }
      if isLast, pending.count == 1 {
        head.headers.replaceOrAdd(name: "connection", value: "close")
      }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      if !pending.isEmpty { pending.removeFirst() }
      context.write(data, promise: promise)
    case .body:
      context.write(data, promise: promise)
    }
  }
}

extension HTTPVersion {
  /// Whether connections end with each request, as they may although the client would go on.
  fileprivate var isBefore1_1: Bool { (major, minor) < (1, 1) }
}

extension HTTPRequestHead {
  /// Has the host of an absolute target be the one that the request names, whatever `Host` says
  /// (RFC 9112, section 3.2.2); one that names several hosts is left as it is, to be refused.
  mutating func nameTargetHost() {
    guard headers["host"].count <= 1, let authority = Self.authority(ofTarget: uri) else { return }
    headers.replaceOrAdd(name: "host", value: authority)
  }

  /// The authority of an absolute target, `http://host:port/path`; `nil` for all other forms.
  static func authority(ofTarget target: String) -> String? {
    guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return nil }
    return String(target[scheme.upperBound...].prefix { !"/?#".contains($0) })
  }
}
