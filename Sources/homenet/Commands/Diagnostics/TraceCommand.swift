public import ArgumentParser
public import Diagnostics
import LinuxNetwork
import Model
public import Networking
import ServedTools
import Wire

/// `homenet trace`.
struct TraceCommand: AsyncParsableCommand, SignalHandling {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    _superCommandName: Program.name,
    abstract: "Find the way to a host and where packets are lost on it.",
    discussion: """
      All hops are probed in parallel, three times; with more --rounds, or --rounds 0 until \
      Ctrl-C, once a second. A verdict in words follows: a router that answers seldom is no loss, \
      if those behind it answer.

      Where datagrams get no answer from the target, echoes (ICMP) are tried, and then TCP connects, \
      unless --mode or --port says what is to be sent.

      On a terminal keys act while many rounds go on: q quits, p pauses, r resets the figures, n hides \
      names, h shows help.

      With --flows each, every packet has a port of its own, which shows that there are several \
      ways; paris keeps to one of them; dublin follows several, each as a whole.

      Exit codes: 0 the host answers, 1 it doesn't, 2 usage, 3 not permitted, no network or \
      interface down.
      """
  )

  private typealias Parameters = TraceOptions.Parameters

  @Argument(help: ArgumentHelp(Parameters.host))
  var host: String

  @Option(Parameters.mode)
  var mode: PathMethod?

  @Option(Parameters.rounds)
  var rounds: Int?

  @Option(
    name: [.customShort("i", allowingJoined: true), .long],
    help: "The time from one round to the next.",
    transform: parseDuration
  )
  var interval: Duration?

  @Flag(turningOff: Parameters.names)
  var noNames: Bool

  @Option(Parameters.maxHops)
  var maxHops: Int

  @Option(Parameters.timeout)
  var timeout: Duration

  @Option(Parameters.port)
  var port: UInt16?

  @Option(Parameters.flows)
  var flows: TraceOptions.FlowGrouping?

  @Option(Parameters.streams)
  var streams: Int?

  @Flag(Parameters.mtu)
  var mtu: Bool

  @Option(Parameters.firstHop)
  var firstHop: Int?

  @Option(
    name: [.customShort("s", allowingJoined: true), .long],
    help: ArgumentHelp("The address that packets come from.", valueName: "address")
  )
  var source: String?

  @OptionGroup var family: FamilyArguments

  @Option(help: "text, json or csv.")
  var format: DiagnosticSession.Format = .text

  func validate() throws {
    if let rounds, rounds < 0 { throw ValidationError("--rounds is 0 at least") }
    if port == 0 { throw ValidationError("a port is between 1 and 65535") }
    if let source, IPAddress(source) == nil {
      throw ValidationError("'\(source)' is not an IP address")
    }
    if streams != nil, flows != .dublin {
      throw ValidationError("--streams is for --flows dublin, which follows several")
    }
    if flows == .each, mode == .icmp {
      throw ValidationError("echoes are one stream all: --flows each is for udp and tcp")
    }
    if let mistake = options.mistake { throw ValidationError(mistake.text) }
  }

  private var options: TraceOptions {
    let flowCount = streams ?? Parameters.streams.defaultValue
    let fewest = Parameters.rounds.defaultValue
    let asked = rounds ?? (flows == .dublin ? max(fewest, flowCount) : fewest)
    var options = TraceOptions(
      mode: mode ?? .udp,
      rounds: asked == 0 ? nil : asked,
      interval: interval,
      maxHops: maxHops,
      timeout: timeout,
      port: port,
      flows: TraceOptions.Flows(flows ?? Parameters.flows.defaultValue, streams: flowCount)
    )
    options.measuresMTU = mtu
    options.fallback = TraceOptions.Fallback(method: mode, port: port, flows: options.flows)
    options.firstHop = firstHop ?? Parameters.firstHop.defaultValue
    options.source = source.flatMap { IPAddress($0) }
    return options
  }

  func run() async throws {
    let text = TraceText(style: Style(isColoured: StandardStream.output.wantsColour))
    let control = TraceControl()
    let renderer = TraceRenderer(text, control: control)
    let (host, family, options, wantsNames) = (host, family.family, options, !noNames)
    // A few rounds end too soon for keys.
    let keys = format == .text && options.rounds.map { $0 > 3 } ?? true ? renderer.keys : nil
    try await DiagnosticSession(format: format).run(
      live: renderer.show,
      keys: keys,
      text: { timed in
        renderer.clear()
        return text.lines(timed, width: StandardStream.output.tableWidth)
      },
      making: { () throws(Failure) -> Trace in
        let target = try await Self.lookUp(host, family)
        renderer.begin(target)
        return try await Self.trace(target, options, control, wantsNames: wantsNames)
      }
    )
  }

  private static func lookUp(
    _ host: String,
    _ family: AddressFamily?
  ) async throws(Failure) -> TargetHost {
    do throws(DiagnosticError) {
      return try await TargetHost.looking(up: host, family)
    } catch {
      throw Failure(error)
    }
  }

  private static func trace(
    _ target: TargetHost,
    _ options: TraceOptions,
    _ control: TraceControl,
    wantsNames: Bool
  ) async throws(Failure) -> Trace {
    do throws(LocalFailure) {
      let network = try LinuxNetwork(allowPublic: true, ledger: .tools)
      guard wantsNames else {
        return Trace(target, options, network: network, control: control)
      }
      let configuration = try await network.configuration()
      return Trace(
        target,
        options,
        network: network,
        naming: RouterNames.system(configuration),
        systems: OriginCache(CymruOrigins.system),
        resolvers: configuration.resolvers,
        control: control
      )
    } catch {
      throw Failure(error, during: "can't trace")
    }
  }
}

extension PathMethod: ExpressibleByArgument {}
extension TraceOptions.FlowGrouping: ExpressibleByArgument {}
