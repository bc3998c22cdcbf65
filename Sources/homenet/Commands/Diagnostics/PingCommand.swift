import ArgumentParser
import Diagnostics
import LinuxNetwork
import Model
import Networking
import ServedTools
import Wire

struct PingCommand: AsyncParsableCommand, SignalHandling {
  static let configuration = CommandConfiguration(
    commandName: "ping",
    _superCommandName: Program.name,
    abstract: "Measure whether hosts answer, and their round trips.",
    discussion: """
      Many hosts can be pinged at once; a network or a range stands for each of its addresses. \
      Without -c it runs until Ctrl-C on a terminal, and sends four packets to each host \
      otherwise. Round trips are measured by the kernel's timestamps, independently of scans.

      If echoes (ICMP) are not permitted, TCP connects are timed instead, with a notice; accepted \
      and refused both count as answers. Each host's port is found first: a stored open port, or \
      the first of a few usual ones that answers.

      SIGQUIT (Ctrl-\\ on a terminal) prints the figures so far on standard error.

      Exit codes: 0 every host answered, 1 one didn't or is not known, 2 usage, 3 not permitted, \
      no network or interface down.
      """
  )

  private typealias Parameters = PingOptions.Parameters

  @Argument(help: ArgumentHelp(Parameters.hosts))
  var hosts: [String]

  @Option(Parameters.count)
  var count: Int?

  @Option(Parameters.interval)
  var interval: Duration

  @Option(Parameters.timeout)
  var timeout: Duration

  @Option(
    name: [.customShort("w", allowingJoined: true), .long],
    help: "The time limit of the whole run.",
    transform: parseDuration
  )
  var deadline: Duration?

  @Option(Parameters.size)
  var size: Int?

  @Option(
    name: NameSpecification(Parameters.fragmentation),
    help: ArgumentHelp(Parameters.fragmentation),
    transform: { text in
      guard let choice = Fragmentation(rawValue: text), choice != .system else {
        throw ValidationError("-M is one of do, want, dont and probe")
      }
      return choice
    }
  )
  var fragmentation: Fragmentation?

  @Option(Parameters.ttl)
  var hopLimit: UInt8?

  @Option(
    name: [.customShort("I", allowingJoined: true), .long],
    help: ArgumentHelp(
      "The address that packets come from, or the interface that they leave by.",
      valueName: "address|interface"
    )
  )
  var source: String?

  @Flag(name: [.customShort("D"), .long], help: "Begin each line with the time.")
  var timestamps = false

  @Option(help: ArgumentHelp("Time TCP connects to that port.", valueName: "port"))
  var tcp: UInt16?

  @Flag(help: "Send UDP datagrams to a port that no service listens on.")
  var udp = false

  @Flag(name: [.short, .long], help: "Print the summary only.")
  var quiet = false

  @OptionGroup var family: FamilyArguments

  @Option(help: "text, json or csv.")
  var format: DiagnosticSession.Format = .text

  func validate() throws {
    if tcp != nil, udp { throw ValidationError("--tcp and --udp exclude each other") }
    if tcp == 0 { throw ValidationError("a port is between 1 and 65535") }
    if tcp != nil, size != nil {
      throw ValidationError("--size is for packets: a TCP connect carries no bytes")
    }
    if hosts.isEmpty { throw ValidationError("name a host") }
    if let sourceAddress, let wanted = family.family, sourceFamily != wanted {
      throw ValidationError("\(sourceAddress) is no source of IPv\(wanted == .v4 ? 4 : 6) packets")
    }
    if let mistake = options.mistake { throw ValidationError(mistake.text) }
  }

  /// The address that `-I` gives; `nil` for an interface's name.
  private var sourceAddress: IPAddress? { source.flatMap { IPAddress($0) } }

  private var sourceFamily: AddressFamily? {
    sourceAddress.map { $0.v4 == nil ? .v6 : .v4 }
  }

  private var options: PingOptions {
    var options = PingOptions(
      count: count
        ?? (deadline != nil || StandardStream.output.isTerminal
          ? nil : Parameters.count.defaultValue),
      interval: interval,
      timeout: timeout,
      size: size ?? Parameters.size.defaultValue,
      method: tcp != nil ? .tcp : udp ? .udp : nil,
      port: tcp
    )
    options.deadline = deadline
    options.fragmentation = fragmentation ?? .system
    options.hopLimit = hopLimit
    options.source = sourceAddress
    return options
  }

  /// The maximum number of addresses after expansion: a /20.
  static let mostAddresses = 4096

  func run() async throws {
    let hosts = try TargetHost.expanding(hosts, atMost: Self.mostAddresses)
    let text = PingText(
      style: Style(isColoured: StandardStream.output.wantsColour),
      showsHosts: hosts.count > 1
    )
    let isPinned = options.method != nil
    let isQuiet = quiet
    let showsTime = timestamps
    let interface = sourceAddress == nil ? source : nil
    // The source address determines the family.
    let (family, options) = (family.family ?? sourceFamily, options)
    let status = PingStatus()
    try await DiagnosticSession(format: format).run(
      live: { progress in
        if case .method(.tcp, _) = progress.event, !isPinned {
          StandardStream.error.writeLine(PingText.fallback)
        }
        if !isQuiet, let line = text.line(progress) {
          StandardStream.output.writeLine(showsTime ? "\(Timestamp.now)  \(line)" : line)
        }
      },
      follow: status.take,
      status: { for line in status.lines { StandardStream.error.writeLine(line) } },
      text: { text.lines($0, width: StandardStream.output.tableWidth) },
      making: { () throws(Failure) -> Ping in
        var found = try await TargetLookup.looking(up: hosts, family)
        let network = try Failure.attempting("can't ping") {
          () throws(LocalFailure) in try LinuxNetwork(allowPublic: true, ledger: .tools)
        }
        if options.source == nil, interface == nil {
          await TargetLookup.chooseFamily(of: &found.known, by: network, port: options.port)
        }
        status.begin(found.known)
        return try await Self.ping(found, options, by: interface, on: network)
      }
    )
  }

  /// Whether open ports are needed for TCP connects: no method is given, and echoes are not permitted.
  static func needsPorts(_ options: PingOptions, canEcho: Bool) -> Bool {
    options.method == nil && !canEcho
  }

  private static func ping(
    _ found: ResolvedHosts,
    _ options: PingOptions,
    by interface: String?,
    on network: LinuxNetwork
  ) async throws(Failure) -> Ping {
    var options = options
    if let interface { options.interface = try await Self.index(of: interface, on: network) }
    // Reading the inventory takes time, so only if needed.
    let needsPorts = needsPorts(options, canEcho: await network.canEcho())
    let devices = needsPorts ? try await StoredInventory.loadIfAvailable() : []
    return Ping(
      found.known,
      unknown: found.unknown,
      options,
      network: network,
      knownPorts: devices.openPorts
    )
  }

  private static func index(
    of name: String,
    on network: LinuxNetwork
  ) async throws(Failure) -> UInt32 {
    let known: [Interface]
    do throws(LocalFailure) {
      known = try await network.configuration().interfaces
    } catch {
      throw Failure(error, during: "can't ping")
    }
    if let index = known.first(where: { $0.name == name })?.index { return index }
    let names = known.map(\.name).joined(separator: ", ")
    throw Failure("'\(name)' is neither an address nor an interface; there is \(names)", .usage)
  }
}

/// The figures of a ping so far, which SIGQUIT prints while it runs.
final class PingStatus: Sendable {
  private let tally = Lock<PingTally?>(nil)

  func begin(_ targets: [TargetHost]) {
    tally.withLock { $0 = PingTally(targets.map { ($0.host, $0.address) }) }
  }

  func take(_ progress: PingProgress) { tally.withLock { $0?.take(progress.event) } }

  /// A line a host, as in: `nas: 3 of 4 answered, 25 % lost, min/avg/max 0.21/0.30/0.41 ms`.
  var lines: [String] {
    let report = tally.withLock { $0?.report }
    return (report?.targets ?? []).map { target in
      var words = "\(target.host): \(target.received) of \(target.sent) answered"
      if let loss = target.loss { words += ", \(Milliseconds.percent(loss)) lost" }
      if let figures = target.roundTrips.summary {
        let times = [figures.minimum, figures.average, figures.maximum].map(Milliseconds.text)
        words += ", min/avg/max \(times.joined(separator: "/")) ms"
      }
      return DisplayText.safe(words)
    }
  }
}
