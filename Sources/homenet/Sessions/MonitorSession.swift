import Channels
import Checks
import Diagnostics
import Glibc
import Home
import LinuxNetwork
import Model
import Monitoring
import Networking
import ServedTools
import Server

/// Makes what watches the monitors of a served home.
struct MonitorSession {
  var directory: String
  var environment: ToolEnvironment
  var declared = DeclaredMonitoring()
  /// Whether the home is simulated.
  var isDemo = false
  /// Whether channels may run programs.
  var allowsPrograms = false
  /// The page's address, for messages.
  var pageURL: String?
  /// How many checks may be under way at once: each takes a descriptor.
  var mostChecks = CheckBudget.defaultLimit
  /// Where the secrets of declared channels are now, by channel and name.
  var declaredSecrets: @Sendable () -> [String: [String: SecretReference]] = { [:] }

  /// A watch over the store, beside the home's watch on that network.
  func watch(
    _ home: HomeWatch,
    on network: LinuxNetwork,
    store: any MonitorStore
  ) throws(LocalFailure) -> MonitorWatch {
    let variables = Self.environment
    let sender = ChannelSender(
      allowsPrograms: allowsPrograms && !isDemo,
      hostName: NetworkConfiguration.readHostName() ?? "homenet",
      environment: variables,
      now: { .now },
      eventLoops: { try EventLoops.shared() }
    )
    var settings = MonitorMachine.Settings(mostChecks: mostChecks, pageURL: pageURL)
    settings.servicesTellingRepetitions = ChannelService.namesTellingRepetitions
    return MonitorWatch(
      MonitorWatch.HomeSeam(
        watching: home,
        history: home,
        sweeps: HomeSweeps(home: home, network: network)
      ),
      checks: MonitorChecks(try environment.checks(of: home)),
      sender: isDemo ? ConfinedSender(sender: sender) : sender,
      store: store,
      secrets: DeclaredSecrets(
        declared: declaredSecrets,
        beside: ChannelSecretStore(
          directory: directory,
          credentials: variables["CREDENTIALS_DIRECTORY"]
        ),
        credentials: variables["CREDENTIALS_DIRECTORY"]
      ),
      declared: declared,
      settings: settings,
      local: Monitoring.LocalTime { Int(LocalTime.offset(at: $0)) },
      clock: SystemMonitorClock(),
      seed: UInt64.random(in: .min ... .max),
      jitter: { Double.random(in: 0..<1) }
    )
  }

  private static var environment: [String: String] {
    var variables: [String: String] = [:]
    for name in ["PATH", "HOME", "LANG", "TZ", "CREDENTIALS_DIRECTORY"] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    return variables
  }
}

/// The load of a home's sweeps, on the network that the home's watch has for itself.
private struct HomeSweeps: SweepGauge {
  let home: HomeWatch
  let network: LinuxNetwork

  func exchangesInFlight() async -> Int? {
    guard await home.isSweeping else { return nil }
    return await network.exchangesUnderWay()
  }
}
