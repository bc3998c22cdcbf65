import Diagnostics
import NIOCore
import NIOPosix
import Networking

/// A web server on loopback that says what a test wants said, HTTP or not.
final class ScriptedWebServer: Sendable {
  /// What is said to a request.
  enum Script: Sendable {
    /// This, then the connection ends.
    case text(String)
    /// A document that never ends: a byte now and then.
    case drip
    /// Nothing.
    case silence
  }

  private let channel: any Channel
  private let heard = Heard()

  init(_ script: @escaping @Sendable (_ request: String) -> Script) async throws {
    let heard = heard
    channel = try await ServerBootstrap(group: EventLoops.shared())
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Answering(script, heard))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  var port: Int { channel.localAddress?.port ?? 0 }

  /// What was asked, as it came.
  var requests: [String] { heard.all }

  /// Waits until something was asked.
  func waitForRequest() async {
    for await _ in heard.signals { return }
  }

  func close() async { try? await channel.close() }

  fileprivate final class Heard: Sendable {
    private let texts = Lock<[String]>([])
    let signals: AsyncStream<Void>
    private let feed: AsyncStream<Void>.Continuation

    init() { (signals, feed) = AsyncStream.makeStream() }

    var all: [String] { texts.withLock(\.self) }

    func note(_ text: String) {
      texts.withLock { $0.append(text) }
      feed.yield()
    }
  }
}

private final class Answering: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  private let script: @Sendable (String) -> ScriptedWebServer.Script
  private let heard: ScriptedWebServer.Heard

  init(
    _ script: @escaping @Sendable (String) -> ScriptedWebServer.Script,
    _ heard: ScriptedWebServer.Heard
  ) {
    self.script = script
    self.heard = heard
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let request = String(buffer: unwrapInboundIn(data))
    let channel = context.channel
    heard.note(request)
    switch script(request) {
    case .text(let text):
      channel.writeAndFlush(ByteBuffer(string: text)).whenComplete { _ in
        channel.close(promise: nil)
      }
    case .drip:
      let head = "HTTP/1.1 200 OK\r\ncontent-type: application/dns-message\r\n\r\n"
      channel.writeAndFlush(ByteBuffer(string: head), promise: nil)
      channel.eventLoop.scheduleRepeatedTask(
        initialDelay: .milliseconds(1),
        delay: .milliseconds(20)
      ) { task in
        if !channel.isActive { task.cancel() }
        channel.writeAndFlush(ByteBuffer(string: "."), promise: nil)
      }
    case .silence: break
    }
  }
}
