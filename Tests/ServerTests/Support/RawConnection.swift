import NIOCore
import NIOPosix

/// A connection to the server on loopback that says and hears bytes, at its own pace.
final class RawConnection: Sendable {
  private let channel: any Channel
  private let received: AsyncStream<ByteBuffer>
  let isReading: Bool

  /// Connects; one that doesn't read lets everything pile up.
  init(port: Int, isReading: Bool = true) async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
    received = stream
    self.isReading = isReading
    channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.autoRead, value: isReading)
      .channelOption(.socketOption(.so_rcvbuf), value: isReading ? 1 << 18 : 4096)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Forwarder(continuation))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
  }

  func send(_ text: String) async throws {
    try await channel.writeAndFlush(ByteBuffer(string: text))
  }

  /// Asks for the events.
  func listen(after id: String? = nil) async throws {
    let resume = id.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    try await send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\(resume)\r\n")
  }

  /// Starts to read what has piled up.
  func resume() async throws {
    try await channel.setOption(.autoRead, value: true).get()
    channel.read()
  }

  /// Hears until the predicate holds of all that was heard, the other end closes, or time is up.
  func hear(
    for limit: Duration = .seconds(30),
    until isEnough: @Sendable @escaping (String) -> Bool = { _ in false }
  ) async -> String {
    await withTaskGroup(of: String?.self) { group in
      let received = received
      let heard = Heard()
      group.addTask {
        for await part in received where isEnough(await heard.add(part)) {
          break
        }
        return await heard.text
      }
      group.addTask {
        try? await Task.sleep(for: limit)
        return nil
      }
      _ = await group.next()
      group.cancelAll()
      return await heard.text
    }
  }

  func close() async { try? await channel.close() }
  func closed() async { try? await channel.closeFuture.get() }

  private actor Heard {
    var text = ""
    func add(_ part: ByteBuffer) -> String {
      text += String(buffer: part)
      return text
    }
  }

  private final class Forwarder: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    let continuation: AsyncStream<ByteBuffer>.Continuation

    init(_ continuation: AsyncStream<ByteBuffer>.Continuation) { self.continuation = continuation }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      continuation.yield(unwrapInboundIn(data))
    }

    func channelInactive(context: ChannelHandlerContext) { continuation.finish() }
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
}
