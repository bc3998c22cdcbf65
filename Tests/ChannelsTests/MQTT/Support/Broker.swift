import Foundation
import Glibc
import NIOCore
import NIOPosix
import Networking

@testable import Channels

/// A mosquitto on loopback, in the sealed network of the tests.
// Sendable by hand: a test starts and ends it from one task.
final class Broker: @unchecked Sendable {
  private let directory: TemporaryDirectory
  private var process: Process?
  let port: Int

  static let program = "/usr/sbin/mosquitto"
  static let isInstalled = FileManager.default.isExecutableFile(atPath: program)

  struct NotReady: Error {}

  /// Starts one with those lines of its configuration, besides the listener.
  init(_ lines: [String] = ["allow_anonymous true"], in directory: TemporaryDirectory) async throws
  {
    self.directory = directory
    port = try Self.freePort()
    // Root is nobody's in the tests' user namespace: it can't become another user.
    let all = ["user root", "listener \(port) 127.0.0.1", "persistence false"] + lines
    try directory.write(all.joined(separator: "\n") + "\n", to: "mosquitto.conf")
    try await start()
  }

  func start() async throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.program)
    process.arguments = ["-c", "\(directory.path)/mosquitto.conf"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    for _ in 0..<1200 {
      if Self.takesConnections(port) { return }
      try await Task.sleep(for: .milliseconds(25))
    }
    throw NotReady()
  }

  /// Stops it in its tracks: it says nothing more until it is killed.
  func freeze() { signal(SIGSTOP) }

  /// Ends it without a farewell.
  func kill() {
    signal(SIGKILL)
    process?.waitUntilExit()
    process = nil
  }

  private func signal(_ number: Int32) {
    if let process, process.isRunning { _ = Glibc.kill(process.processIdentifier, number) }
  }

  deinit { kill() }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    return address
  }

  private static func withSocket<Value>(
    _ port: Int,
    _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) throws -> Value
  ) throws -> Value {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw NotReady() }
    defer { close(socket) }
    var address = address(port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return try withUnsafePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { try body(socket, $0, size) }
    }
  }

  private static func takesConnections(_ port: Int) -> Bool {
    (try? withSocket(port) { connect($0, $1, $2) == 0 }) ?? false
  }

  private static func freePort() throws -> Int {
    try withSocket(0) { socket, address, size in
      guard bind(socket, address, size) == 0 else { throw NotReady() }
      var bound = sockaddr_in()
      var length = size
      let status = withUnsafeMutablePointer(to: &bound) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getsockname(socket, $0, &length)
        }
      }
      guard status == 0 else { throw NotReady() }
      return Int(in_port_t(bigEndian: bound.sin_port))
    }
  }
}

/// A client that hears everything, as Home Assistant does.
final class Listener: Sendable {
  private let client: MQTTClient
  private let heard = Lock<[MQTTMessage]>([])
  private let outcome = Lock<MQTTOutcome?>(nil)

  /// Connects, and listens to a filter until it is stopped.
  init(_ broker: MQTTBroker, to filter: String = "#") throws {
    guard let client = MQTTClient(broker) else { throw Broker.NotReady() }
    self.client = client
    let (heard, outcome) = (heard, outcome)
    Task {
      let ended = await BlockingThread.run {
        client.run(limit: .seconds(30)) { event in
          switch event {
          case .connected: client.subscribe(filter)
          case .received(let message): heard.withLock { $0.append(message) }
          case .delivered, .disconnected: break
          }
        }
      }
      outcome.withLock { $0 = ended }
    }
  }

  convenience init(port: Int, to filter: String = "#") throws {
    let name = "listener-\(UInt32.random(in: 0...UInt32.max))"
    try self.init(MQTTBroker(host: "127.0.0.1", port: port, clientID: name), to: filter)
  }

  deinit { client.stop() }

  /// Every message so far, in order.
  var messages: [MQTTMessage] { heard.withLock(\.self) }
  /// How the connection ended.
  var ended: MQTTOutcome? { outcome.withLock(\.self) }

  /// The last message of a topic.
  func last(_ topic: String) -> String? { messages.last { $0.topic == topic }?.text }

  func forget() { heard.withLock { $0 = [] } }
  func stop() { client.stop() }

  @discardableResult
  func publish(_ topic: String, _ text: String, isRetained: Bool = false) -> Bool {
    client.publish(MQTTMessage(topic, text, isRetained: isRetained)) != nil
  }
}

/// A relay of TCP whose connections a test can break.
final class Relay: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let server: any Channel
  private let open: Lock<[any Channel]>

  init(to port: Int) async throws {
    let open = Lock<[any Channel]>([])
    self.open = open
    let group = group
    server = try await ServerBootstrap(group: group)
      .childChannelOption(ChannelOptions.autoRead, value: false)
      .childChannelInitializer { inner in
        open.withLock { $0.append(inner) }
        return ClientBootstrap(group: group).connect(host: "127.0.0.1", port: port).flatMap {
          outer in
          inner.pipeline.addHandler(Glue(to: outer))
            .flatMap { outer.pipeline.addHandler(Glue(to: inner)) }
            .flatMap { inner.setOption(ChannelOptions.autoRead, value: true) }
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  var port: Int { server.localAddress?.port ?? 0 }

  /// Breaks every connection, without a word of MQTT.
  func breakConnections() {
    let channels = open.withLock { channels in
      defer { channels = [] }
      return channels
    }
    for channel in channels { channel.close(promise: nil) }
  }

  func close() async {
    breakConnections()
    try? await server.close()
    try? await group.shutdownGracefully()
  }
}

private final class Glue: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let other: any Channel

  init(to other: any Channel) { self.other = other }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    other.writeAndFlush(unwrapInboundIn(data), promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    other.close(promise: nil)
    context.fireChannelInactive()
  }
}

/// Waits until something is so, forty seconds at most; whether it came to be.
func eventually(_ isSo: () async -> Bool) async -> Bool {
  for _ in 0..<1600 {
    if await isSo() { return true }
    try? await Task.sleep(for: .milliseconds(25))
  }
  return await isSo()
}
