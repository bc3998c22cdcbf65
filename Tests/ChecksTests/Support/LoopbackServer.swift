import Diagnostics
import NIOCore
import NIOPosix

/// A server on loopback that answers what comes in with a text, or not at all.
final class LoopbackServer: Sendable {
  private let channel: any Channel

  /// Listens; `answer` gets what came in first, and `nil` from it leaves the client waiting.
  init(at host: String = "127.0.0.1", _ answer: @escaping @Sendable (String) -> String?)
    async throws
  {
    channel = try await ServerBootstrap(group: EventLoops.shared())
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Answering(answer))
        }
      }
      .bind(host: host, port: 0).get()
  }

  var port: UInt16 { UInt16(channel.localAddress?.port ?? 0) }

  func close() async { try? await channel.close() }

  /// A port of loopback on which nobody listens.
  static func closedPort() async throws -> UInt16 {
    let server = try await LoopbackServer { _ in nil }
    let port = server.port
    await server.close()
    return port
  }
}

private final class Answering: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  private let answer: @Sendable (String) -> String?

  init(_ answer: @escaping @Sendable (String) -> String?) { self.answer = answer }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let channel = context.channel
    guard let text = answer(String(buffer: unwrapInboundIn(data))) else { return }
    channel.writeAndFlush(ByteBuffer(string: text)).whenComplete { _ in
      channel.close(promise: nil)
    }
  }
}
