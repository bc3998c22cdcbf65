internal import LinuxNetwork
internal import NIOCore
internal import NIOPosix
internal import Networking
internal import Wire

/// A question to everybody on the links of this machine, once (RFC 6762, section 5.1).
///
/// Asked from a port of its own, so that answers come to this machine alone; each interface has a
/// socket, and each family.
struct LinkExchange {
  /// Where a question can go: an interface, in one family.
  struct Link {
    /// The interface's index.
    var index: Int
    /// Its first address of the family.
    var address: IPAddress
  }

  let query: DNSQuery
  /// Where it is asked.
  var links = Self.systemLinks

  /// How many interfaces are asked on, in each family.
  private static let mostInterfaces = 16
  /// How long others are waited for where many may answer.
  private static let gathering = Duration.milliseconds(1500)
  /// After how long the question is asked again (RFC 6762, section 5.2).
  private static let repetition = TimeAmount.seconds(1)

  /// Asks, and takes the first answer, or what came in a while where many may answer.
  ///
  /// Whatever comes of it, its sockets are closed when it is back.
  func run(within limit: Duration) async -> Result<DNSDelivery, DNSFailure> {
    let group: MultiThreadedEventLoopGroup
    do throws(LocalFailure) {
      group = try EventLoops.shared()
    } catch {
      return .failure(.local(error))
    }
    let isShared = query.message.questions.contains { $0.type == .ptr && $0.name.isInside(.local) }
    let heard = ReceivedOnLink(query, takesAll: isShared)
    let limit = isShared ? min(limit, Self.gathering) : limit
    return await withTaskCancellationHandler {
      let obstacle = await open(heard, group)
      if obstacle == nil {
        let waiting = Task { try? await Task.sleep(for: limit) }
        heard.whenDone { waiting.cancel() }
        await waiting.value
      }
      let outcome = await heard.close()
      guard let obstacle, !Task.isCancelled else { return outcome }
      return .failure(.local(obstacle))
    } onCancel: {
      heard.end()
    }
  }

  /// The interfaces that multicast goes out by.
  private static var systemLinks: [Link] {
    let devices = (try? System.enumerateDevices()) ?? []
    var links: [Link] = []
    var seen: Set<String> = []
    for device in devices where device.multicastSupported {
      guard let text = device.address?.ipAddress, let address = IPAddress(text),
        links.count < mostInterfaces * 2,
        seen.insert("\(device.interfaceIndex) \(address.v4 != nil)").inserted
      else { continue }
      links.append(Link(index: device.interfaceIndex, address: address))
    }
    return links
  }

  /// Opens the sockets; `nil` where a question could be sent on any, why not otherwise.
  private func open(
    _ heard: ReceivedOnLink,
    _ loops: MultiThreadedEventLoopGroup
  ) async -> LocalFailure? {
    var isAny = false
    var obstacle = LocalFailure.noRoute
    for link in links {
      do {
        try await open(on: link, heard, loops)
        isAny = true
      } catch {
        let number = (error as? IOError)?.errnoCode ?? 0
        let failure = SystemError(number: number, call: "sendto").localFailure
        // Interfaces that nothing goes out by are usual.
        if failure == .noDescriptors { obstacle = failure }
      }
    }
    return isAny ? nil : obstacle
  }

  private func open(
    on link: Link,
    _ heard: ReceivedOnLink,
    _ loops: MultiThreadedEventLoopGroup
  ) async throws {
    let isV4 = link.address.v4 != nil
    let group = try SocketAddress(ipAddress: isV4 ? "224.0.0.251" : "ff02::fb", port: 5353)
    let own = try SocketAddress(ipAddress: isV4 ? "0.0.0.0" : "::", port: 0)
    let bytes = query.bytes
    let channel = try await DatagramBootstrap(group: loops)
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 9_000))
      .channelInitializer { channel in
        heard.note(channel)
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(LinkHandler(heard))
        }
      }
      .bind(to: own)
      .get()
    guard let options = channel as? any SocketOptionProvider else {
      throw ChannelError.operationUnsupported
    }
    switch link.address {
    case .v4(let address):
      try await options.unsafeSetSocketOption(
        level: .ip,
        name: .ip_multicast_if,
        value: address.rawValue.bigEndian
      ).get()
    case .v6: try await options.setIPv6MulticastIF(CUnsignedInt(link.index)).get()
    }
    heard.send()
    let send: @Sendable () -> EventLoopFuture<Void> = {
      channel.writeAndFlush(
        AddressedEnvelope(remoteAddress: group, data: ByteBuffer(bytes: bytes))
      )
    }
    try await send().get()
    channel.eventLoop.scheduleTask(in: Self.repetition) { _ = send() }
  }
}

/// What was received, shared by the event loops and the waiting task.
private final class ReceivedOnLink: Sendable {
  private struct State {
    var delivery: DNSDelivery?
    var channels: [any Channel] = []
    var isOver = false
    var done: (@Sendable () -> Void)?
    var sent: ContinuousClock.Instant?
  }

  let query: DNSQuery
  private let takesAll: Bool
  private let state = Lock(State())

  /// How many records are taken from all who answer.
  private static let mostRecords = 512

  init(_ query: DNSQuery, takesAll: Bool) {
    self.query = query
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

  /// Notes that the question is sent now; on several interfaces the first time counts.
  func send() {
    state.withLock { $0.sent = $0.sent ?? .now }
  }

  /// Takes an answer; those from elsewhere than the port of multicast DNS are none.
  func receive(
    _ bytes: [UInt8],
    from sender: Endpoint,
    at received: ContinuousClock.Instant
  ) {
    guard sender.port == 5353, let answer = query.answer(in: bytes),
      let question = answer.questions.first, !OwnRecords(question, in: answer).own.isEmpty
    else { return }
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
        let elapsed = state.sent.map { $0.duration(to: received) }
        state.delivery = DNSDelivery(
          answer,
          size: bytes.count,
          sender: sender,
          elapsed: elapsed
        )
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

  /// Closes the sockets; returns what was received until then.
  func close() async -> Result<DNSDelivery, DNSFailure> {
    let (channels, delivery) = state.withLock { state in
      state.isOver = true
      return (state.channels, state.delivery)
    }
    let closing = channels.map { $0.close() }
    for one in closing { try? await one.get() }
    if let delivery { return .success(delivery) }
    return .failure(Task.isCancelled ? .cancelled : .timedOut)
  }
}

private final class LinkHandler: ChannelInboundHandler {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>

  private let heard: ReceivedOnLink

  init(_ heard: ReceivedOnLink) {
    self.heard = heard
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let received = ContinuousClock.now
    let envelope = unwrapInboundIn(data)
    guard let text = envelope.remoteAddress.ipAddress, let address = IPAddress(text),
      let port = envelope.remoteAddress.port, let port = UInt16(exactly: port)
    else { return }
    let sender = Endpoint(address, port: port)
    heard.receive(Array(envelope.data.readableBytesView), from: sender, at: received)
  }

  /// One interface's trouble is not the others'.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
