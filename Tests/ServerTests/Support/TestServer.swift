import DemoHome
import Foundation
import HTTPTypes
import Home
import Hummingbird
import HummingbirdTesting
import Logging
import Monitoring
import NIOCore
import ServiceLifecycle
import Wire

@testable import Server
import Simulation

/// Servers as tests need them: quiet, with made-up devices, in memory or on loopback.
enum TestServer {
  static let password = "open sesame"
  static let loopback = Endpoint(.v4(IPv4Address(127, 0, 0, 1)), port: 0)
  static let everywhere = Endpoint(.v4(.any), port: 0)

  /// A logger that says nothing.
  static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  static func make(
    _ home: GeneratedHome = GeneratedHome(devices: 12),
    history: (any HomeHistory)? = nil,
    monitoring: (any HomeMonitoring)? = nil,
    ownerSocket: String? = nil,
    listen: [Endpoint] = [loopback],
    password: PasswordFile? = nil,
    trusted: [String] = [],
    limits: EventHub.Limits = EventHub.Limits(),
    tools: [ServedTool] = [],
    toolLimits: ToolRoutes.Limits = ToolRoutes.Limits(),
    mostConnections: Int = HomeServer.Configuration.mostConnections(ofDescriptors: .max),
    times: Listener.Times = Listener.Times(),
    logger: Logger = quiet,
    onListening: @escaping @Sendable ([Endpoint]) async -> Void = { _ in }
  ) throws -> HomeServer {
    let configuration = HomeServer.Configuration(
      listen: listen,
      trustedHosts: trusted,
      mostConnections: mostConnections,
      ownerSocket: ownerSocket,
      password: password,
      version: "1.2.3",
      logger: logger
    )
    return try HomeServer(
      configuration,
      watching: home,
      history: history,
      monitoring: monitoring,
      tools: tools,
      limits: limits,
      toolLimits: toolLimits,
      times: times,
      now: { GeneratedHome.start },
      onListening
    )
  }

  /// A password file in a directory of its own, with a hash that is quick to check.
  static func passwordFile() throws -> PasswordFile {
    let file = PasswordFile(directory: try Scratch.newDirectory())
    try file.keep(PasswordHash(password, cost: (rounds: 16, blockSize: 8, parallelism: 1)))
    return file
  }

  /// Runs the server on loopback for as long as the test takes; then it is stopped gracefully.
  static func live<Value: Sendable>(
    _ home: GeneratedHome = GeneratedHome(devices: 12),
    monitoring: (any HomeMonitoring)? = nil,
    ownerSocket: String? = nil,
    password: PasswordFile? = nil,
    limits: EventHub.Limits = EventHub.Limits(),
    tools: [ServedTool] = [],
    toolLimits: ToolRoutes.Limits = ToolRoutes.Limits(),
    mostConnections: Int = HomeServer.Configuration.mostConnections(ofDescriptors: .max),
    times: Listener.Times = Listener.Times(),
    logger: Logger = quiet,
    _ test: @Sendable @escaping (_ port: Int) async throws -> Value
  ) async throws -> Value {
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let server = try make(
      home,
      monitoring: monitoring,
      ownerSocket: ownerSocket,
      password: password,
      limits: limits,
      tools: tools,
      toolLimits: toolLimits,
      mostConnections: mostConnections,
      times: times,
      logger: logger
    ) { endpoints in
      continuation.yield(Int(endpoints[0].port))
    }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: [server], logger: quiet)
    )
    return try await withThrowingTaskGroup(of: Value?.self) { tasks in
      tasks.addTask {
        try await group.run()
        continuation.finish()
        return nil
      }
      tasks.addTask {
        for await port in ports { return try await test(port) }
        return nil
      }
      var value: Value?
      do {
        while value == nil, let result = try await tasks.next() { value = result }
      } catch {
        await group.triggerGracefulShutdown()
        throw error
      }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      guard let value else { throw CancellationError() }
      return value
    }
  }
}

extension TestClientProtocol {
  /// Sends JSON, or nothing, and answers with what came back.
  func send(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ json: String? = nil,
    _ headers: HTTPFields = [:]
  ) async throws -> TestResponse {
    var headers = headers
    if json != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
    return try await execute(
      uri: path,
      method: method,
      headers: headers,
      body: json.map { ByteBuffer(string: $0) }
    ) { $0 }
  }
}

extension TestResponse {
  /// The body as text.
  var text: String { String(buffer: body) }

  /// The body as a JSON object.
  func object() throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(body.readableBytesView))
    return value as? [String: Any] ?? [:]
  }

  /// Whether it is a problem as RFC 9457 has it, of its own status.
  var isProblem: Bool {
    guard headers[.contentType] == "application/problem+json", let object = try? object()
    else { return false }
    return object["status"] as? Int == status.code && object["title"] is String
      && object["type"] is String && !((object["detail"] as? String) ?? "").isEmpty
  }
}
