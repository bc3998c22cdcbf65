internal import NIOCore
import Networking
internal import Wire

/// What is sent to one address for one purpose, and the ledger that counts it.
struct TrafficRecorder: Sendable {
  let ledger: SharedTrafficLedger
  let address: IPAddress
  let purpose: Purpose

  /// Notes a connect call.
  func connected() { ledger.connected(to: address, for: purpose) }

  /// Notes bytes written to a TCP connection.
  func wrote(bytes: Int) { ledger.wrote(to: address, for: purpose, bytes: bytes) }

  /// Notes a datagram.
  func sentPacket(bytes: Int) { ledger.sentPacket(to: address, for: purpose, bytes: bytes) }
}

/// Counts what a NIO channel to one address sends; stands first in the pipeline, where TLS records
/// pass as they are sent.
final class TrafficHandler: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// What the channel is.
  enum Transport {
    /// A TCP connection: its connect and each write are counted.
    case stream
    /// A connected UDP socket: each write is a datagram.
    case datagram
  }

  private let recorder: TrafficRecorder
  private let transport: Transport

  init(_ recorder: TrafficRecorder, _ transport: Transport = .stream) {
    self.recorder = recorder
    self.transport = transport
  }

  func connect(
    context: ChannelHandlerContext,
    to address: NIOCore.SocketAddress,
    promise: EventLoopPromise<Void>?
  ) {
    // A datagram socket's connect sends nothing.
    if transport == .stream { recorder.connected() }
    context.connect(to: address, promise: promise)
  }

  func write(
    context: ChannelHandlerContext,
    data: NIOAny,
    promise: EventLoopPromise<Void>?
  ) {
    let buffer = unwrapOutboundIn(data)
    switch transport {
    case .datagram: recorder.sentPacket(bytes: buffer.readableBytes)
    case .stream where buffer.readableBytes > 0: recorder.wrote(bytes: buffer.readableBytes)
    case .stream: break
    }
    context.write(wrapOutboundOut(buffer), promise: promise)
  }
}
