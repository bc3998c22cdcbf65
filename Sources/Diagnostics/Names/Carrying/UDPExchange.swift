import Model
internal import NIOCore
internal import NIOPosix
internal import Networking
internal import Wire

/// A DNS query over UDP, from a random port chosen by the kernel.
///
/// The socket is connected: it receives only the server's datagrams and ICMP errors.
struct UDPExchange {
  let query: DNSQuery
  let endpoint: Endpoint
  /// Counts what is sent.
  var ledger = SharedTrafficLedger.tools

  func run(within limit: Duration) async -> Result<DNSResponse, DNSFailure> {
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
    let exchange = ReceivedDatagrams(query)
    let limit = TimeAmount(limit)
    let recorder = TrafficRecorder(ledger: ledger, address: endpoint.address, purpose: .dns)
    let connecting = DatagramBootstrap(group: group)
      // The largest datagram, whatever size EDNS announced.
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 1 << 16))
      .channelInitializer { channel in
        exchange.note(channel)
        channel.eventLoop.scheduleTask(in: limit) { exchange.expire() }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(TrafficHandler(recorder, .datagram))
          try channel.pipeline.syncOperations.addHandler(DatagramHandler(exchange))
        }
      }
    return await withTaskCancellationHandler {
      do {
        let channel = try await connecting.connect(to: address).get()
        try? await channel.closeFuture.get()
      } catch {
        exchange.end(DNSFailure(StreamEnd(error, .calling)))
      }
      return exchange.outcome
    } onCancel: {
      exchange.end(.cancelled)
    }
  }
}

/// State shared by the event loop and the waiting task.
private final class ReceivedDatagrams: Sendable {
  private struct State {
    var outcome: Result<DNSResponse, DNSFailure>?
    var hasUnreadable = false
    var channel: (any Channel)?
    var sent: ContinuousClock.Instant?
  }

  let query: DNSQuery
  /// Serialised before the clock starts.
  let bytes: [UInt8]
  private let state = Lock(State())

  init(_ query: DNSQuery) {
    self.query = query
    bytes = query.bytes
  }

  var outcome: Result<DNSResponse, DNSFailure> {
    state.withLock { $0.outcome ?? .failure(.closed) }
  }

  func note(_ channel: any Channel) {
    let isOver = state.withLock { state in
      state.channel = channel
      return state.outcome != nil
    }
    if isOver { channel.close(promise: nil) }
  }

  /// Records the sending time.
  func send() {
    state.withLock { $0.sent = .now }
  }

  /// Takes a datagram; one that does not answer this query is ignored.
  func receive(_ bytes: [UInt8], at received: ContinuousClock.Instant) {
    guard let answer = query.answer(in: bytes) else {
      // Keep waiting: a forged answer may precede the server's.
      if query.isUnreadableAnswer(bytes) { state.withLock { $0.hasUnreadable = true } }
      return
    }
    let elapsed = state.withLock(\.sent).map { $0.duration(to: received) }
    finish(.success(DNSResponse(answer, size: bytes.count, elapsed: elapsed)))
  }

  /// Ends the exchange at its time limit.
  func expire() {
    let hasUnreadable = state.withLock(\.hasUnreadable)
    end(hasUnreadable ? .malformed(Message(.dnsUnreadable)) : .timedOut)
  }

  func end(_ failure: DNSFailure) {
    finish(.failure(failure))
  }

  private func finish(_ outcome: Result<DNSResponse, DNSFailure>) {
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

  private let exchange: ReceivedDatagrams

  init(_ exchange: ReceivedDatagrams) {
    self.exchange = exchange
  }

  func channelActive(context: ChannelHandlerContext) {
    let exchange = exchange
    let datagram = wrapOutboundOut(ByteBuffer(bytes: exchange.bytes))
    exchange.send()
    context.writeAndFlush(datagram)
      .whenFailure { exchange.end(DNSFailure(StreamEnd($0, .connected))) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let received = ContinuousClock.now
    exchange.receive(Array(unwrapInboundIn(data).data.readableBytesView), at: received)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    exchange.end(DNSFailure(StreamEnd(error, .connected)))
  }
}
