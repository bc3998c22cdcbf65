internal import LinuxNetwork
internal import NIOCore
internal import NIOPosix
internal import Networking
internal import Wire

/// A one-shot multicast DNS query on this machine's links (RFC 6762, section 5.1).
///
/// Sent from an ephemeral port, so that answers are unicast; one socket per interface and family.
struct MulticastExchange {
  /// An interface in one address family.
  struct Link {
    var index: Int
    /// The interface's first address of the family.
    var address: IPAddress
    /// The interface's name, the zone of its IPv6 group in the ledger.
    var name: String?
  }

  let query: DNSQuery
  var links = Self.systemLinks
  /// Counts what is sent, under the group's address.
  var ledger = SharedTrafficLedger.tools

  /// Per address family.
  private static let mostInterfaces = 16
  /// How long answers to shared records are collected.
  private static let gathering = Duration.milliseconds(1500)
  /// The query is repeated once (RFC 6762, section 5.2).
  private static let repetition = TimeAmount.seconds(1)

  /// Returns the first answer, or for shared records all that came within `gathering`.
  ///
  /// All sockets are closed on return.
  func run(within limit: Duration) async -> Result<DNSResponse, DNSFailure> {
    let group: MultiThreadedEventLoopGroup
    do throws(LocalFailure) {
      group = try EventLoops.shared()
    } catch {
      return .failure(.local(error))
    }
    let isShared = query.message.questions.contains { $0.type == .ptr && $0.name.isInside(.local) }
    let replies = ReceivedOnLink(query, takesAll: isShared)
    let limit = isShared ? min(limit, Self.gathering) : limit
    return await withTaskCancellationHandler {
      let obstacle = await open(replies, group)
      if obstacle == nil {
        let waiting = Task { try? await Task.sleep(for: limit) }
        replies.whenDone { waiting.cancel() }
        await waiting.value
      }
      let outcome = await replies.close()
      guard let obstacle, !Task.isCancelled else { return outcome }
      return .failure(.local(obstacle))
    } onCancel: {
      replies.end()
    }
  }

  private static var systemLinks: [Link] {
    let devices = (try? System.enumerateDevices()) ?? []
    var links: [Link] = []
    var seen: Set<String> = []
    for device in devices where device.multicastSupported {
      guard let text = device.address?.ipAddress, let address = IPAddress(text),
        links.count < mostInterfaces * 2,
        seen.insert("\(device.interfaceIndex) \(address.v4 != nil)").inserted
      else { continue }
      links.append(Link(index: device.interfaceIndex, address: address, name: device.name))
    }
    return links
  }

  /// Opens the sockets; returns the failure if the query could be sent on none.
  private func open(
    _ replies: ReceivedOnLink,
    _ loops: MultiThreadedEventLoopGroup
  ) async -> LocalFailure? {
    var isAny = false
    var obstacle = LocalFailure.noRoute
    for link in links {
      do {
        try await open(on: link, replies, loops)
        isAny = true
      } catch {
        let number = (error as? IOError)?.errnoCode ?? 0
        let failure = SystemError(number: number, call: "sendto").localFailure
        // Interfaces without a route are common.
        if failure == .noDescriptors { obstacle = failure }
      }
    }
    return isAny ? nil : obstacle
  }

  private func open(
    on link: Link,
    _ replies: ReceivedOnLink,
    _ loops: MultiThreadedEventLoopGroup
  ) async throws {
    let isV4 = link.address.v4 != nil
    let groupAddress: IPAddress =
      isV4 ? .v4(MulticastDNS.ipv4Group) : .v6(MulticastDNS.ipv6Group, zone: link.name)
    let group = try SocketAddress(ipAddress: groupAddress.withoutZone.description, port: 5353)
    let own = try SocketAddress(ipAddress: isV4 ? "0.0.0.0" : "::", port: 0)
    let bytes = query.bytes
    let ledger = ledger
    let channel = try await DatagramBootstrap(group: loops)
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 9_000))
      .channelInitializer { channel in
        replies.note(channel)
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(LinkHandler(replies))
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
    replies.send()
    let send: @Sendable () -> EventLoopFuture<Void> = {
      let sent = channel.writeAndFlush(
        AddressedEnvelope(remoteAddress: group, data: ByteBuffer(bytes: bytes))
      )
      sent.whenSuccess { ledger.sentPacket(to: groupAddress, for: .mdns, bytes: bytes.count) }
      return sent
    }
    try await send().get()
    channel.eventLoop.scheduleTask(in: Self.repetition) { _ = send() }
  }
}

/// State shared by the event loops and the waiting task.
private final class ReceivedOnLink: Sendable {
  private struct State {
    var delivery: DNSResponse?
    var channels: [any Channel] = []
    var isOver = false
    var done: (@Sendable () -> Void)?
    var sent: ContinuousClock.Instant?
  }

  let query: DNSQuery
  private let takesAll: Bool
  private let state = Lock(State())

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

  /// Records the sending time, on the first interface.
  func send() {
    state.withLock { $0.sent = $0.sent ?? .now }
  }

  /// Takes an answer; those not from port 5353 are ignored (RFC 6762, section 6).
  func receive(
    _ bytes: [UInt8],
    from sender: Endpoint,
    at received: ContinuousClock.Instant
  ) {
    guard sender.port == 5353, let answer = query.answer(in: bytes),
      let question = answer.questions.first, !RelevantRecords(question, in: answer).own.isEmpty
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
        state.delivery = DNSResponse(
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

  /// Closes the sockets; returns what was received.
  func close() async -> Result<DNSResponse, DNSFailure> {
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

  private let replies: ReceivedOnLink

  init(_ replies: ReceivedOnLink) {
    self.replies = replies
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let received = ContinuousClock.now
    let envelope = unwrapInboundIn(data)
    guard let text = envelope.remoteAddress.ipAddress, let address = IPAddress(text),
      let port = envelope.remoteAddress.port, let port = UInt16(exactly: port)
    else { return }
    let sender = Endpoint(address, port: port)
    replies.receive(Array(envelope.data.readableBytesView), from: sender, at: received)
  }

  /// An error on one interface does not affect the others.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
