import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Networking

/// A web server on loopback that records requests and answers as a test wants.
final class RecordingServer: Sendable {
  /// A request.
  struct Request: Hashable, Sendable {
    var method: String
    var uri: String
    var headers: [String: String]
    var body: String
  }

  /// An answer.
  struct Answer: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body = "{}"
    /// Whether the body goes on without an end.
    var isEndless = false
    /// Whether there is no answer at all.
    var isSilent = false
  }

  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel
  private let recorded: Recorded

  init(
    withTLS: Bool = false,
    _ answer: @escaping @Sendable (_ request: Request) -> Answer = { _ in Answer() }
  ) async throws {
    let recorded = Recorded()
    self.recorded = recorded
    let tls = withTLS ? try TestCertificate.context() : nil
    channel = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
          try pipeline.configureHTTPServerPipeline()
          try pipeline.addHandler(Recording(recorded, answer))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  var port: Int { channel.localAddress?.port ?? 0 }

  /// What was asked, in order.
  var requests: [Request] { recorded.requests.withLock(\.self) }

  func close() async {
    try? await channel.close()
    try? await group.shutdownGracefully()
  }

  fileprivate final class Recorded: Sendable {
    let requests = Lock<[Request]>([])
  }
}

private final class Recording: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let recorded: RecordingServer.Recorded
  private let answer: @Sendable (RecordingServer.Request) -> RecordingServer.Answer
  private var head: HTTPRequestHead?
  private var body = ""

  init(
    _ recorded: RecordingServer.Recorded,
    _ answer: @escaping @Sendable (RecordingServer.Request) -> RecordingServer.Answer
  ) {
    self.recorded = recorded
    self.answer = answer
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      body = ""
    case .body(let part): body += String(buffer: part)
    case .end:
      guard let head else { return }
      var headers: [String: String] = [:]
      for (name, value) in head.headers { headers[name.lowercased()] = value }
      let request = RecordingServer.Request(
        method: head.method.rawValue,
        uri: head.uri,
        headers: headers,
        body: body
      )
      recorded.requests.withLock { $0.append(request) }
      respond(answer(request), to: context.channel)
    }
  }

  private func respond(_ answer: RecordingServer.Answer, to channel: any Channel) {
    if answer.isSilent { return }
    var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status))
    for (name, value) in answer.headers { head.headers.add(name: name, value: value) }
    if !answer.isEndless {
      head.headers.add(name: "content-length", value: "\(answer.body.utf8.count)")
    }
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    let body = ByteBuffer(string: answer.body)
    channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(body)), promise: nil)
    guard answer.isEndless else {
      channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
      return
    }
    channel.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(1)) { task in
      guard channel.isActive else { return task.cancel() }
      let more = ByteBuffer(repeating: UInt8(ascii: "."), count: 8192)
      channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(more)), promise: nil)
    }
  }
}
