import ArgumentParser
import FoundationEssentials
import Glibc
import Logging
import NetLab
import Server
import ServiceLifecycle
import UnixSignals
import Wire

/// Serves a home of made-up devices on loopback: for tests of the API and of pages, and for
/// measurements with thousands of devices.
@main struct WebFixture: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "webfixture",
    abstract: "Serve a home of made-up devices on loopback, without a network."
  )

  @Option(help: "How many devices.")
  var devices = 31

  @Option(help: "The same seed makes the same devices.")
  var seed: UInt64 = 1

  @Option(help: "The port; 0 is any that is free.")
  var port: UInt16 = 0

  @Option(help: "Change a device every so many milliseconds; 0 is never.")
  var liveMs = 0

  @Option(help: "The file with the password's hash; --password makes it.")
  var passwordFile: String?

  @Option(help: "Set this password in the password file first.")
  var password: String?

  @Option(help: "Make a token for scripts and write it to this file.")
  var tokenFile: String?

  func run() async throws {
    let file = passwordFile.map { PasswordFile(path: $0) }
    if let password { try file?.setPassword(password) }
    if let tokenFile, let token = try file?.makeToken(named: "fixture") {
      try token.write(toFile: tokenFile, atomically: false, encoding: .utf8)
    }
    let home = GeneratedHome(devices: devices, seed: seed)
    let logger = Logger(label: "webfixture") { _ in LogfmtHandler(level: .notice) }
    let configuration = HomeServer.Configuration(
      listen: [Endpoint(.v4(IPv4Address(127, 0, 0, 1)), port: port)],
      password: file,
      isDemo: true,
      version: "0.1.0",
      logger: logger
    )
    let server = try HomeServer(
      configuration,
      watching: home,
      tools: ScriptedTools.all
    ) { endpoints in
      for endpoint in endpoints { print("http://\(endpoint)/") }
      fflush(nil)
    }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [server] + (liveMs > 0 ? [Life(home: home, interval: liveMs)] : []),
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger
      )
    )
    try await group.run()
  }
}

/// Lets the home live.
struct Life: Service {
  let home: GeneratedHome
  let interval: Int

  func run() async throws {
    await cancelWhenGracefulShutdown { await home.live(every: .milliseconds(interval)) }
  }
}
