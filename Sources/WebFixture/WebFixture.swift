public import ArgumentParser
import FoundationEssentials
import Glibc
import LinuxNetwork
import Logging
import Model
import Server
import ServiceLifecycle
import Simulation
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

  @Option(
    help: "The state that it is in: \(HomeState.allCases.map(\.rawValue).joined(separator: ", "))."
  )
  var state = HomeState.idle

  @Option(help: "How many seconds a scan takes; without it, it goes on until it is stopped.")
  var scanSeconds: Double?

  @Option(help: "The time between two steps of a tool, in milliseconds.")
  var toolMs = 60

  @Flag(help: "Offer no tools.")
  var noTools = false

  @Option(help: "How many monitors; the first twelve are in every state there is.")
  var monitors = 12

  @Flag(help: "Serve a home that nobody monitors.")
  var noMonitors = false

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
    let home = GeneratedHome(
      devices: devices,
      seed: seed,
      state: state,
      scanTime: scanSeconds.map { .milliseconds(Int64($0 * 1000)) },
      clock: { .now }
    )
    let logger = Logger(label: "webfixture") { _ in LogfmtHandler(level: .notice) }
    let configuration = HomeServer.Configuration(
      listen: [Endpoint(.v4(IPv4Address(127, 0, 0, 1)), port: port)],
      password: file,
      isDemo: false,
      version: "0.1.0",
      logger: logger
    )
    let server = try HomeServer(
      configuration,
      watching: home,
      monitoring: noMonitors ? nil : GeneratedMonitors(monitors: monitors, clock: { .now }),
      tools: noTools ? [] : ScriptedTools(pace: .milliseconds(toolMs)).all
    ) { endpoints in
      for endpoint in endpoints { print("http://\(endpoint)/") }
      fflush(nil)
    }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [server] + (liveMs > 0 ? [HomeChanges(home: home, interval: liveMs)] : []),
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger
      )
    )
    try await group.run()
  }
}

/// Changes a device of the home at each interval.
struct HomeChanges: Service {
  let home: GeneratedHome
  let interval: Int

  func run() async throws {
    await cancelWhenGracefulShutdown { await home.live(every: .milliseconds(interval)) }
  }
}

extension HomeState: ExpressibleByArgument {}
