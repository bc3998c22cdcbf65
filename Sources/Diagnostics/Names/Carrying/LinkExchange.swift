internal import Net
internal import NIOCore
internal import NIOPosix
internal import Synchronization
internal import Wire

/// A question to everybody on the links of this machine, once (RFC 6762, section 5.1).
///
/// Asked from a port of its own, so that answers come to this machine alone; each interface has a
/// socket, and each family.
struct LinkExchange {
  let asking: DNSAsking

  /// How many interfaces are asked on, in each family.
  private static let mostInterfaces = 16
  /// How long others are waited for where many may answer.
  private static let gathering = Duration.milliseconds(1500)
  /// After how long the question is asked again (RFC 6762, section 5.2).
  private static let repetition = TimeAmount.seconds(1)

  /// Asks, and takes the first answer, or what came in a while where many may answer.
  func run(within limit: Duration) async -> Result<DNSDelivery, DNSFailure> {
    let isShared = asking.query.questions.contains { $0.type == .ptr && $0.name.isInside(.local) }
    let heard = HeardOnLink(asking, takesAll: isShared)
    let limit = isShared ? min(limit, Self.gathering) : limit
    return await withTaskCancellationHandler {
      let opened = await open(heard)
      guard opened else { return .failure(.local(.noRoute)) }
      let waiting = Task { try? await Task.sleep(for: limit) }
      heard.whenDone { waiting.cancel() }
      await waiting.value
      return heard.close()
    } onCancel: {
      heard.end()
    }
  }

  /// Opens the sockets; whether a question could be sent on any.
  private func open(_ heard: HeardOnLink) async -> Bool {
    let devices = (try? System.enumerateDevices()) ?? []
    var isAny = false
    var seen: Set<String> = []
    for device in devices where device.multicastSupported {
      guard let address = device.address, seen.count < Self.mostInterfaces * 2 else { continue }
      let isV4 = address.protocol == .inet
      guard seen.insert("\(device.interfaceIndex) \(isV4)").inserted else { continue }
      if await open(on: device, isV4, heard) { isAny = true }
    }
    return isAny
  }

  private func open(on device: NIONetworkDevice, _ isV4: Bool, _ heard: HeardOnLink) async -> Bool {
    let index = device.interfaceIndex
    guard
      let group = try? SocketAddress(
        ipAddress: isV4 ? "224.0.0.251" : "ff02::fb",
        port: 5353
      ),
      let own = try? SocketAddress(ipAddress: isV4 ? "0.0.0.0" : "::", port: 0)
    else { return false }
    let bytes = asking.bytes
    do {
      let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 9_000))
        .channelInitializer { channel in
          heard.note(channel)
          return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(LinkHandler(heard))
          }
        }
        .bind(to: own)
        .get()
      guard let options = channel as? any SocketOptionProvider else { return false }
      if isV4 {
        guard let text = device.address?.ipAddress, let address = IPv4Address(text) else {
          return false
        }
        try await options.unsafeSetSocketOption(
          level: .ip,
          name: .ip_multicast_if,
          value: address.rawValue.bigEndian
        ).get()
      } else {
        try await options.setIPv6MulticastIF(CUnsignedInt(index)).get()
      }
      let send: @Sendable () -> EventLoopFuture<Void> = {
        channel.writeAndFlush(
          AddressedEnvelope(remoteAddress: group, data: ByteBuffer(bytes: bytes))
        )
      }
      try await send().get()
      channel.eventLoop.scheduleTask(in: Self.repetition) { _ = send() }
      return true
    } catch {
      return false
    }
  }
}

/// What was heard, shared by the event loops and whoever waits.
private final class HeardOnLink: Sendable {
  private struct State {
    var delivery: DNSDelivery?
    var channels: [any Channel] = []
    var isOver = false
    var done: (@Sendable () -> Void)?
  }

  let asking: DNSAsking
  private let takesAll: Bool
  private let state = Mutex(State())

  /// How many records are taken from all who answer.
  private static let mostRecords = 512

  init(_ asking: DNSAsking, takesAll: Bool) {
    self.asking = asking
    self.takesAll = takesAll
  }

  func note(_ channel: any Channel) {
    let isOver = state.withLock { state in
      if !state.isOver { state.channels.append(channel) }
      return state.isOver
    }
    if isOver { channel.close(promise: nil) }
  }

  func whenDone(_ done: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      state.done = done
      return state.isOver
    }
    if isOver { done() }
  }

  /// Takes an answer; those from elsewhere than the port of multicast DNS are none.
  func receive(_ bytes: [UInt8], from sender: Endpoint) {
    guard sender.port == 5353, let answer = asking.answer(in: bytes), !answer.answers.isEmpty else {
      return
    }
    let takesAll = takesAll
    let done = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isOver else { return nil }
      if var delivery = state.delivery {
        for record in answer.answers
        where delivery.message.answers.count < Self.mostRecords
          && !delivery.message.answers.contains(where: { $0.data == record.data })
        {
          delivery.message.answers.append(record)
        }
        state.delivery = delivery
      } else {
        state.delivery = DNSDelivery(answer, size: bytes.count, sender: sender)
      }
      if takesAll { return nil }
      state.isOver = true
      return state.done
    }
    done?()
  }

  func end() {
    let done = state.withLock { state in
      state.isOver = true
      return state.done
    }
    done?()
  }

  /// Closes the sockets; what was heard until then.
  func close() -> Result<DNSDelivery, DNSFailure> {
    let (channels, delivery) = state.withLock { state in
      state.isOver = true
      return (state.channels, state.delivery)
    }
    for channel in channels { channel.close(promise: nil) }
    if let delivery { return .success(delivery) }
    return .failure(Task.isCancelled ? .cancelled : .timedOut)
  }
}

private final class LinkHandler: ChannelInboundHandler {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>

  private let heard: HeardOnLink

  init(_ heard: HeardOnLink) {
    self.heard = heard
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let envelope = unwrapInboundIn(data)
    guard let text = envelope.remoteAddress.ipAddress, let address = IPAddress(text),
      let port = envelope.remoteAddress.port, let port = UInt16(exactly: port)
    else { return }
    heard.receive(Array(envelope.data.readableBytesView), from: Endpoint(address, port: port))
  }

  /// One interface's trouble is not the others'.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
