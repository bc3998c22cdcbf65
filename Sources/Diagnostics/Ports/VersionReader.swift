internal import HomeNet
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import Net
internal import Wire

/// Hears what open ports say: a greeting, or the answer to a request for a page.
///
/// Over TLS where that is spoken. Bounded in connections, bytes and time.
struct VersionReader: Sendable {
  /// Whose threads make the sockets, which belong to their network namespace.
  let group: any EventLoopGroup

  /// How many ports of one host are asked.
  private static let mostPorts = 64
  /// How many connections there are at one time.
  private static let mostAtOnce = 16
  /// How long a greeting is waited for before a page is asked for: hardly, where web servers are.
  static func greetingTime(_ port: UInt16) -> TimeAmount {
    let isWeb = PortNames.service(atTCP: port)?.hasPrefix("http") == true
    return .milliseconds(isWeb ? 50 : 600)
  }
  /// How long a connection may last.
  static let wholeTime = TimeAmount.milliseconds(2500)
  /// Ports where TLS is spoken from the first byte.
  private static let tlsPorts: Set<UInt16> = [
    443, 465, 636, 853, 990, 993, 995, 1443, 4443, 5001, 5061, 5986, 6443, 6467, 8002, 8006, 8443,
    8843, 8883, 9443,
  ]

  /// Reads what the hosts' open ports say, into the report.
  func read(_ report: inout PortScanReport, except spared: Set<Int>) async {
    var places: [(host: Int, port: Int)] = []
    for (number, host) in report.hosts.enumerated() where !spared.contains(number) {
      let open = host.ports.indices.filter { host.ports[$0].state == .open }
      for place in open.prefix(Self.mostPorts) { places.append((number, place)) }
    }
    let hosts = report.hosts
    let found = await withTaskGroup(
      of: (Int, Int, ServiceGreeting?).self
    ) { group -> [(Int, Int, ServiceGreeting?)] in
      var found: [(Int, Int, ServiceGreeting?)] = []
      var next = 0
      while next < places.count || !group.isEmpty {
        while next < places.count, next - found.count < Self.mostAtOnce {
          let (host, place) = places[next]
          next += 1
          let address = hosts[host].address
          let port = hosts[host].ports[place].port
          group.addTask { (host, place, await ask(address, port)) }
        }
        guard let one = await group.next() else { break }
        found.append(one)
      }
      return found
    }
    for (host, place, greeting) in found {
      guard let greeting else { continue }
      if let service = greeting.service {
        report.hosts[host].ports[place].service = service
        report.hosts[host].ports[place].serviceMethod = .probed
      }
      report.hosts[host].ports[place].version = greeting.version
    }
  }

  /// Whether a printer itself speaks at port 631: an answer that names a server other than CUPS.
  func isPrinter(_ address: IPAddress) async -> Bool {
    guard let greeting = await ask(address, 631), let service = greeting.service,
      service.hasPrefix("http")
    else { return false }
    let server = (greeting.version ?? "").uppercased()
    return !server.isEmpty && !server.contains("CUPS")
  }

  /// What one port says; `nil` where that says nothing.
  private func ask(_ address: IPAddress, _ port: UInt16) async -> ServiceGreeting? {
    guard !Task.isCancelled else { return nil }
    let isTLS = Self.tlsPorts.contains(port)
    let heard = await converse(address, port, isTLS: isTLS)
    if let greeting = Self.reading(heard, port, isTLS: isTLS) { return greeting }
    // Perhaps the other way.
    guard !Task.isCancelled, isTLS ? heard.isEmpty : ServiceGreeting.wantsTLS(heard) else {
      return nil
    }
    let again = await converse(address, port, isTLS: !isTLS)
    return Self.reading(again, port, isTLS: !isTLS)
  }

  private static func reading(
    _ heard: [UInt8],
    _ port: UInt16,
    isTLS: Bool
  ) -> ServiceGreeting? {
    guard !heard.isEmpty, isTLS || !ServiceGreeting.wantsTLS(heard) else { return nil }
    var greeting = ServiceGreeting(heard, port: port)
    guard let service = greeting.service else { return nil }
    if isTLS {
      greeting.service =
        switch service {
        case "http": "https"
        case "imap": "imaps"
        case "pop3": "pop3s"
        default: service
        }
    }
    return greeting
  }

  private func converse(
    _ address: IPAddress,
    _ port: UInt16,
    isTLS: Bool
  ) async -> [UInt8] {
    let loop = group.any()
    let promise = loop.makePromise(of: [UInt8].self)
    let host = address.v4 == nil ? "[\(address)]" : "\(address)"
    // Numeric, so that nothing is looked up but a zone's interface.
    guard
      let target = try? NIOCore.SocketAddress.makeAddressResolvingHost(
        "\(address)",
        port: Int(port)
      )
    else { return [] }
    // On the loop's own thread: that is where the socket is made.
    let connecting = loop.flatSubmit {
      ClientBootstrap(group: loop)
        .connectTimeout(.seconds(1))
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            if isTLS {
              try channel.pipeline.syncOperations.addHandler(
                NIOSSLClientHandler(context: try Self.tls.get(), serverHostname: nil)
              )
            }
            try channel.pipeline.syncOperations.addHandler(
              GreetingHandler(port: port, host: host, promise)
            )
          }
        }
        .connect(to: target)
    }
    connecting.whenFailure { _ in promise.succeed([]) }
    return await withTaskCancellationHandler {
      (try? await promise.futureResult.get()) ?? []
    } onCancel: {
      connecting.whenSuccess { $0.close(promise: nil) }
    }
  }

  /// Whoever answers is asked; whom to trust is not decided here.
  private static let tls = Result {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.certificateVerification = .none
    configuration.minimumTLSVersion = .tlsv1
    return try NIOSSLContext(configuration: configuration)
  }
}

/// One connection: listens, asks for a page where nothing is said, and hands over what it heard.
private final class GreetingHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let port: UInt16
  private let host: String
  private let promise: EventLoopPromise<[UInt8]>
  private var heard: [UInt8] = []
  private var isOver = false
  private var hasAsked = false

  init(port: UInt16, host: String, _ promise: EventLoopPromise<[UInt8]>) {
    self.port = port
    self.host = host
    self.promise = promise
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let loop = context.eventLoop
    let handler = NIOLoopBound((self, context), eventLoop: loop)
    loop.scheduleTask(in: VersionReader.greetingTime(port)) {
      let (this, context) = handler.value
      this.ask(context)
    }
    loop.scheduleTask(in: VersionReader.wholeTime) {
      let (this, context) = handler.value
      this.finish(context)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = unwrapInboundIn(data)
    heard += buffer.readableBytesView.prefix(ServiceGreeting.limit - heard.count)
    if ServiceGreeting(heard, port: port).isComplete || ServiceGreeting.wantsTLS(heard) {
      finish(context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    finish(context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    finish(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end()
  }

  /// Nobody speaks first: somebody has to.
  private func ask(_ context: ChannelHandlerContext) {
    guard !isOver, !hasAsked, heard.isEmpty else { return }
    hasAsked = true
    let request = ServiceGreeting.request(host: host)
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: request)), promise: nil)
  }

  private func finish(_ context: ChannelHandlerContext) {
    guard !isOver else { return }
    end()
    context.close(promise: nil)
  }

  private func end() {
    guard !isOver else { return }
    isOver = true
    promise.succeed(heard)
  }
}
