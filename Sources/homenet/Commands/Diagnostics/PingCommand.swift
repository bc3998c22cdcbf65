import ArgumentParser
import Diagnostics
import LinuxNetwork
import Model
import Networking
import Wire

/// `homenet ping`.
struct PingCommand: AsyncParsableCommand, ListensToSignals {
  static let configuration = CommandConfiguration(
    commandName: "ping",
    _superCommandName: Program.name,
    abstract: "Ask hosts whether they are there, and how long their answers take.",
    discussion: """
      Many hosts can be asked at once; a network or a range stands for each of its addresses. Without \
      -c it goes on until Ctrl-C on a terminal, and asks \
      each host four times otherwise. Round trips are measured by the kernel's timestamps, and apart \
      from any scan.

      Where echoes (ICMP) are not permitted, TCP connects are timed instead, and that is said: \
      accepted or refused, either is an answer. A port is found for each host first: one that homenet \
      serve remembers as open, or the first of a few usual ones that answers.

      SIGQUIT (Ctrl-\\ on a terminal) prints the figures so far on standard error, and it goes on.

      Exit codes: 0 every host answered, 1 one didn't or is not known, 2 usage, 3 not permitted, \
      no network or interface down.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "Names, addresses, networks (192.168.1.0/24) or ranges (192.168.1.10-20).",
      valueName: "hosts"
    )
  )
  var hosts: [String]

  @Option(
    name: [.customShort("c", allowingJoined: true), .long],
    help: "How many packets each host is sent."
  )
  var count: Int?

  @Option(
    name: [.customShort("i", allowingJoined: true), .long],
    help: "The time between two packets to one host.",
    transform: parseDuration
  )
  var interval: Duration = .seconds(1)

  @Option(
    name: [.customShort("W", allowingJoined: true), .long],
    help: "How long an answer is waited for.",
    transform: parseDuration
  )
  var timeout: Duration = .seconds(2)

  @Option(
    name: [.customShort("w", allowingJoined: true), .long],
    help: "When it ends at the latest, whatever -c says.",
    transform: parseDuration
  )
  var deadline: Duration?

  @Option(
    name: [.customShort("s", allowingJoined: true), .long],
    help: "How many bytes a packet carries (default: 56)."
  )
  var size: Int?

  @Option(
    name: [.customShort("M", allowingJoined: true), .customLong("fragmentation")],
    help: ArgumentHelp(
      "Whether packets may be cut into pieces: do (never), want, dont (anywhere), or probe (never, "
        + "whatever MTU is known).",
      valueName: "do|want|dont|probe"
    ),
    transform: { text in
      guard let choice = Fragmentation(rawValue: text), choice != .system else {
        throw ValidationError("-M is one of do, want, dont and probe")
      }
      return choice
    }
  )
  var fragmentation: Fragmentation?

  @Option(
    name: [.customShort("t", allowingJoined: true), .customLong("ttl")],
    help: "How many hops a packet may take."
  )
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
    if let mistake = options.mistake { throw ValidationError(mistake) }
  }

  /// What `-I` says where that is an address; an interface's name otherwise.
  private var sourceAddress: IPAddress? { source.flatMap { IPAddress($0) } }

  private var sourceFamily: AddressFamily? {
    sourceAddress.map { $0.v4 == nil ? .v6 : .v4 }
  }

  private var options: PingOptions {
    var options = PingOptions(
      count: count ?? (deadline != nil || StandardStream.output.isTerminal ? nil : 4),
      interval: interval,
      timeout: timeout,
      size: size ?? 56,
      method: tcp != nil ? .tcp : udp ? .udp : nil,
      port: tcp
    )
    options.deadline = deadline
    options.fragmentation = fragmentation ?? .system
    options.hopLimit = hopLimit
    options.source = sourceAddress
    return options
  }

  /// How many addresses networks and ranges may hold: a /20.
  static let mostAddresses = 4096

  func run() async throws {
    let hosts = try TargetLookup.expanding(hosts, atMost: Self.mostAddresses)
    let text = PingText(
      style: Style(isColoured: StandardStream.output.wantsColour),
      showsHosts: hosts.count > 1
    )
    let isPinned = options.method != nil
    let isQuiet = quiet
    let showsTime = timestamps
    let interface = sourceAddress == nil ? source : nil
    // A host's other family could not be asked from that address.
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
        let network = try Self.network()
        if options.source == nil, interface == nil {
          await TargetLookup.chooseFamily(of: &found.known, by: network, port: options.port)
        }
        status.begin(found.known)
        return try await Self.ping(found, options, by: interface, on: network)
      }
    )
  }

  /// Whether TCP connects will be timed to ports that have to be found first: where no method was asked
  /// for and echoes are not permitted.
  static func needsPorts(_ options: PingOptions, canEcho: Bool) -> Bool {
    options.method == nil && !canEcho
  }

  private static func ping(
    _ found: LookedUpHosts,
    _ options: PingOptions,
    by interface: String?,
    on network: LinuxNetwork
  ) async throws(Failure) -> Ping {
    var options = options
    if let interface { options.interface = try await Self.index(of: interface, on: network) }
    // Reading what is remembered takes time: not before the first echo.
    let needsPorts = needsPorts(options, canEcho: await network.canEcho())
    let devices = needsPorts ? try await StoredInventory.readingIfAny() : []
    return Ping(
      found.known,
      unknown: found.unknown,
      options,
      network: network,
      knownPorts: devices.openPorts
    )
  }

  private static func network() throws(Failure) -> LinuxNetwork {
    do throws(LocalFailure) {
      return try LinuxNetwork(allowPublic: true)
    } catch {
      throw Failure(error, during: "can't ping")
    }
  }

  /// The kernel's number of an interface.
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

  /// Begins to count for those hosts.
  func begin(_ targets: [TargetHost]) {
    tally.withLock { $0 = PingTally(targets.map { ($0.host, $0.address) }) }
  }

  /// Takes what happened.
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
