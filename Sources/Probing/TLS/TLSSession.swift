import NIOCore
import NIOEmbedded
import NIOSSL
import NIOTLS

/// The client's side of TLS as bytes: plain text on one side, records on the other.
///
/// SwiftNIO's TLS in a channel without sockets. Nobody is trusted and nothing secret is sent: the
/// certificate is looked at, not verified, and old versions are spoken because old devices do.
/// A class, because a channel is one; each belongs to one conversation and is never shared.
final class TLSSession {
  private let channel = EmbeddedChannel()
  /// The certificate that the other side showed, in DER; there as soon as the handshake is that far.
  private(set) var certificate: [UInt8]?
  /// Whether the handshake is done.
  private(set) var isEstablished = false
  /// Whether it failed, or the other side closed it.
  private(set) var isOver = false

  /// One for all connections to web servers: making one costs milliseconds.
  private static let web = makeContext(["http/1.1"])
  /// One for all others.
  private static let plain = makeContext([])

  private static func makeContext(_ protocols: [String]) -> NIOSSLContext? {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.certificateVerification = .noHostnameVerification
    configuration.minimumTLSVersion = .tlsv1
    configuration.trustRoots = .certificates([])
    configuration.applicationProtocols = protocols
    return try? NIOSSLContext(configuration: configuration)
  }

  /// A connection's beginning; `nil` where this machine can't do TLS.
  ///
  /// - Parameter forWeb: Whether HTTP is to be spoken (ALPN, RFC 7301).
  init?(forWeb: Bool = true) {
    guard let context = forWeb ? Self.web : Self.plain,
      let handler = try? NIOSSLClientHandler(
        context: context,
        serverHostname: nil,
        customVerificationCallback: { [weak self] chain, promise in
          // Larger than any device's certificate; what is larger is not looked at.
          if let leaf = chain.first, let bytes = try? leaf.toDERBytes(), bytes.count <= 32 << 10 {
            self?.certificate = bytes
          }
          promise.succeed(.certificateVerified)
        }
      )
    else { return nil }
    try? channel.pipeline.syncOperations.addHandlers(handler, Watcher(self))
  }

  deinit {
    // Closing waits for the other side's farewell, which nobody will bring, until its time is up;
    // `finish` would wait for ever, as the time here only goes on when it is told to.
    channel.close(promise: nil)
    channel.embeddedEventLoop.advanceTime(by: .minutes(1))
  }

  /// The client's hello.
  func begin() -> [UInt8] {
    // A connection without a socket has an address like any other.
    if let address = try? SocketAddress(ipAddress: "127.0.0.1", port: 443) {
      channel.connect(to: address, promise: nil)
    }
    return channel.takeOutbound()
  }

  /// Takes records; returns what they held, and what to answer.
  func receive(_ bytes: [UInt8]) -> (plain: [UInt8], sending: [UInt8]) {
    do { try channel.writeInbound(ByteBuffer(bytes: bytes)) } catch { isOver = true }
    // The handshake goes on in tasks of the event loop.
    channel.embeddedEventLoop.run()
    var plain: [UInt8] = []
    while let buffer = try? channel.readInbound(as: ByteBuffer.self) {
      plain += buffer.readableBytesView
    }
    return (plain, channel.takeOutbound())
  }

  /// The records that carry the bytes.
  func send(_ plain: [UInt8]) -> [UInt8] {
    guard !isOver else { return [] }
    do { try channel.writeOutbound(ByteBuffer(bytes: plain)) } catch { isOver = true }
    return channel.takeOutbound()
  }

  /// Notes how the handshake goes.
  private final class Watcher: ChannelInboundHandler {
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
