import Networking
internal import NIOCore
internal import NIOEmbedded
internal import NIOSSL

/// A service behind TLS.
public struct TLSService: ListenerService {
  private let inner: any ListenerService
  private let settings: Settings

  /// The settings, made once: signing takes time, and most homes are scanned by few.
  private final class Settings: Sendable {
    let certificate: ServedCertificate
    private let made = Lock<NIOSSLContext?>(nil)

    init(_ certificate: ServedCertificate) {
      self.certificate = certificate
    }

    func context() throws -> NIOSSLContext {
      try made.withLock { made in
        if let made { return made }
        let context = try certificate.context()
        made = context
        return context
      }
    }
  }

  /// The service behind that certificate.
  public init(wrapping inner: any ListenerService, certificate: ServedCertificate) {
    self.inner = inner
    settings = Settings(certificate)
  }

  /// A connection whose handshake has yet to be.
  public func accept() -> any ServedConversation {
    guard let context = try? settings.context() else { return ClosedConversation() }
    return TLSConversation(inner.accept(), context: context)
  }
}

/// A port that hangs up at once.
struct ClosedConversation: ServedConversation {
  mutating func begin() -> ServedStep { .close() }

  mutating func take(_ bytes: [UInt8]) -> ServedStep { .close() }
}

/// The device's side of a TLS connection: NIOSSL as a codec, another conversation within.
struct TLSConversation: ServedConversation {
  private var inner: any ServedConversation
  private let session: Session
  private var channel: EmbeddedChannel { session.channel }

  /// Closes the channel in the end, which else would hold itself.
  private final class Session {
    let channel: EmbeddedChannel

    init(_ context: NIOSSLContext) {
      channel = EmbeddedChannel(handler: NIOSSLServerHandler(context: context))
    }

    deinit {
      // Nobody brings the other side's farewell: closing ends when its time is up.
      channel.close(promise: nil)
      channel.embeddedEventLoop.advanceTime(by: .minutes(1))
    }
  }

  init(_ inner: any ServedConversation, context: NIOSSLContext) {
    self.inner = inner
    session = Session(context)
  }

  mutating func begin() -> ServedStep {
    // The handshake waits for the channel to be active; the address is nobody's.
    guard let nowhere = try? SocketAddress(unixDomainSocketPath: "/") else { return .close() }
    channel.connect(to: nowhere, promise: nil)
    return step(after: inner.begin())
  }

  mutating func take(_ bytes: [UInt8]) -> ServedStep {
    guard (try? channel.writeInbound(ByteBuffer(bytes: bytes))) != nil else {
      return .close(saying: outbound())
    }
    // The handshake goes on in tasks of the event loop.
    channel.embeddedEventLoop.run()
    var next = ServedStep.Next.wait
    while next == .wait, let buffer = try? channel.readInbound(as: ByteBuffer.self) {
      let said = inner.take(Array(buffer.readableBytesView))
      send(said.sending)
      next = said.next
    }
    return finished(next)
  }

  mutating func resume() -> ServedStep { step(after: inner.resume()) }

  private func step(after said: ServedStep) -> ServedStep {
    send(said.sending)
    return finished(said.next)
  }

  private func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
  }

  private func finished(_ next: ServedStep.Next) -> ServedStep {
    if next == .close { channel.close(promise: nil) }
    return ServedStep(sending: outbound(), next: next)
  }

  private func outbound() -> [UInt8] {
    var bytes: [UInt8] = []
    while let buffer = try? channel.readOutbound(as: ByteBuffer.self) {
      bytes += buffer.readableBytesView
    }
    return bytes
  }
}
