internal import NIOCore
internal import NIOPosix
internal import Networking
internal import Wire

/// A question in one datagram, from a port that the kernel chooses at random.
///
/// The socket is connected: it receives only that server's datagrams, and the error that nothing
/// listens there.
struct DatagramExchange {
  let query: DNSQuery
  let endpoint: Endpoint

  /// Asks once.
  func run(within limit: Duration) async -> Result<DNSDelivery, DNSFailure> {
    guard
      let address = try? SocketAddress.makeAddressResolvingHost(
        endpoint.address.description,
        port: Int(endpoint.port)
      )
    else { return .failure(.local(.interfaceDown)) }
    let group: MultiThreadedEventLoopGroup
    do throws(LocalFailure) {
      group = try EventLoops.shared()
    } catch {
      return .failure(.local(error))
    }
    let hearing = ReceivedDatagrams(query)
    let limit = TimeAmount(limit)
    let connecting = DatagramBootstrap(group: group)
      // The largest datagram, whatever was asked for.
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 1 << 16))
      .channelInitializer { channel in
        hearing.note(channel)
        channel.eventLoop.scheduleTask(in: limit) { hearing.expire() }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(DatagramHandler(hearing))
        }
      }
    return await withTaskCancellationHandler {
      do {
        let channel = try await connecting.connect(to: address).get()
        try? await channel.closeFuture.get()
      } catch {
        hearing.end(DNSFailure(StreamEnd(error, .calling)))
      }
      return hearing.outcome
    } onCancel: {
      hearing.end(.cancelled)
    }
  }
}

/// What was received, shared by the event loop and the waiting task.
private final class ReceivedDatagrams: Sendable {
  private struct State {
    var outcome: Result<DNSDelivery, DNSFailure>?
    var hasUnreadable = false
    var channel: (any Channel)?
    var sent: ContinuousClock.Instant?
  }

  let query: DNSQuery
  /// The question's bytes, made before its time runs.
  let bytes: [UInt8]
  private let state = Lock(State())

  init(_ query: DNSQuery) {
    self.query = query
    bytes = query.bytes
  }

  var outcome: Result<DNSDelivery, DNSFailure> {
    state.withLock { $0.outcome ?? .failure(.closed) }
  }

  func note(_ channel: any Channel) {
    let isOver = state.withLock { state in
      state.channel = channel
      return state.outcome != nil
    }
    if isOver { channel.close(promise: nil) }
  }

  /// Notes that the question is sent now.
  func send() {
    state.withLock { $0.sent = .now }
  }

  /// A datagram; what is no answer to this question is as if it hadn't come.
  func receive(_ bytes: [UInt8], at received: ContinuousClock.Instant) {
    guard let answer = query.answer(in: bytes) else {
      // Nor does it end the waiting: a forged answer may come before the server's.
      if query.isUnreadableAnswer(bytes) { state.withLock { $0.hasUnreadable = true } }
      return
    }
    let elapsed = state.withLock(\.sent).map { $0.duration(to: received) }
    finish(.success(DNSDelivery(answer, size: bytes.count, elapsed: elapsed)))
  }

  /// The time is up.
  func expire() {
    let hasUnreadable = state.withLock(\.hasUnreadable)
    end(hasUnreadable ? .malformed("its answer can't be read") : .timedOut)
  }

  func end(_ failure: DNSFailure) {
    finish(.failure(failure))
  }

  private func finish(_ outcome: Result<DNSDelivery, DNSFailure>) {
    let channel = state.withLock { state -> (any Channel)? in
      if state.outcome == nil { state.outcome = outcome }
      return state.channel
    }
    channel?.close(promise: nil)
  }
}

private final class DatagramHandler: ChannelInboundHandler {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>
  typealias OutboundOut = ByteBuffer

  private let hearing: ReceivedDatagrams

  init(_ hearing: ReceivedDatagrams) {
    self.hearing = hearing
  }

  func channelActive(context: ChannelHandlerContext) {
    let hearing = hearing
    let datagram = wrapOutboundOut(ByteBuffer(bytes: hearing.bytes))
    hearing.send()
    context.writeAndFlush(datagram)
      .whenFailure { hearing.end(DNSFailure(StreamEnd($0, .connected))) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let received = ContinuousClock.now
    hearing.receive(Array(unwrapInboundIn(data).data.readableBytesView), at: received)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    hearing.end(DNSFailure(StreamEnd(error, .connected)))
  }
}
