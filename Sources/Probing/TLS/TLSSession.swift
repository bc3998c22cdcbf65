import NIOCore
import NIOEmbedded
import NIOSSL
import NIOTLS

/// A TLS client that turns plain text into records and back.
///
/// SwiftNIO's TLS in an embedded channel. Certificates are read, not verified, and versions down to
/// 1.0 are accepted: nothing secret is sent. A class, because a channel is one; each belongs to one
/// connection.
final class TLSSession {
  private let channel = EmbeddedChannel()
  /// The server's certificate in DER, once it is received.
  private(set) var certificate: [UInt8]?
  /// Whether the handshake is complete.
  private(set) var isEstablished = false
  /// Whether it failed, or the server closed it.
  private(set) var isOver = false

  /// Shared, because creating a context takes milliseconds.
  private static let web = makeContext(["http/1.1"])
  private static let plain = makeContext([])

  private static func makeContext(_ protocols: [String]) -> NIOSSLContext? {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.certificateVerification = .noHostnameVerification
    configuration.minimumTLSVersion = .tlsv1
    configuration.trustRoots = .certificates([])
    configuration.applicationProtocols = protocols
    return try? NIOSSLContext(configuration: configuration)
  }

  /// A new connection; `nil` if TLS can't be set up.
  ///
  /// - Parameter forWeb: Whether to offer HTTP/1.1 by ALPN (RFC 7301).
  init?(forWeb: Bool = true) {
    guard let context = forWeb ? Self.web : Self.plain,
      let handler = try? NIOSSLClientHandler(
        context: context,
        serverHostname: nil,
        customVerificationCallback: { [weak self] chain, promise in
          if let leaf = chain.first, let bytes = try? leaf.toDERBytes(), bytes.count <= 32 << 10 {
            self?.certificate = bytes
          }
          promise.succeed(.certificateVerified)
        }
      )
    else { return nil }
    try? channel.pipeline.syncOperations.addHandlers(handler, HandshakeObserver(self))
  }

  deinit {
    // Closing waits for the peer's close_notify until a timeout. `finish` would never return, as the
    // embedded event loop's time stands still.
    channel.close(promise: nil)
    channel.embeddedEventLoop.advanceTime(by: .minutes(1))
  }

  /// Returns the ClientHello.
  func begin() -> [UInt8] {
    // The address is a placeholder.
    if let address = try? SocketAddress(ipAddress: "127.0.0.1", port: 443) {
      channel.connect(to: address, promise: nil)
    }
    return channel.takeOutbound()
  }

  /// Takes records; returns their plain text, and the records to send.
  func receive(_ bytes: [UInt8]) -> (plain: [UInt8], sending: [UInt8]) {
    do { try channel.writeInbound(ByteBuffer(bytes: bytes)) } catch { isOver = true }
    // The handshake continues in tasks of the event loop.
    channel.embeddedEventLoop.run()
    var plain: [UInt8] = []
    while let buffer = try? channel.readInbound(as: ByteBuffer.self) {
      plain += buffer.readableBytesView
    }
    return (plain, channel.takeOutbound())
  }

  /// Encrypts bytes into records.
  func send(_ plain: [UInt8]) -> [UInt8] {
    guard !isOver else { return [] }
    do { try channel.writeOutbound(ByteBuffer(bytes: plain)) } catch { isOver = true }
    return channel.takeOutbound()
  }

  /// Records the handshake's outcome.
  private final class HandshakeObserver: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private weak var session: TLSSession?

    init(_ session: TLSSession) { self.session = session }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .handshakeCompleted = event as? TLSUserEvent { session?.isEstablished = true }
      context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      session?.isOver = true
    }

    func channelInactive(context: ChannelHandlerContext) {
      session?.isOver = true
      context.fireChannelInactive()
    }
  }
}
