import ArgumentParser
import Diagnostics
import LinuxNetwork
import Model
import Networking
import ServedTools
import Wire

struct PortsCommand: AsyncParsableCommand, SignalHandling {
  static let configuration = CommandConfiguration(
    commandName: "ports",
    _superCommandName: Program.name,
    abstract: "Find open TCP or UDP ports, and estimate how many were missed.",
    discussion: """
      Probes by half-open SYNs with CAP_NET_RAW, else by connecting. Silent ports are probed \
      again until the expected miss rate, estimated from the measured loss, is below \
      --max-miss-rate. Raw printing ports (515, 9100 to 9107) are never probed, and stored \
      printers only slowly and at the usual ports.

      With --udp each port is probed in its service's own protocol. Closed ports are reported by \
      ICMP errors, of which Linux sends one a second, so many closed ports take long. Silent \
      ports are open|filtered; those beyond --max-time are unknown.

      Scan only hosts that you own or are permitted to scan.

      Exit codes: 0 done, 1 a host can't be reached or is not known, 2 usage, 3 this machine's \
      own failure.
      """
  )

  private typealias Parameters = PortScan.Options.Parameters

  @Argument(help: ArgumentHelp(Parameters.hosts))
  var hosts: [String]

  @Option(
    name: NameSpecification(Parameters.ports),
    help: ArgumentHelp(Parameters.ports),
    transform: { text in
      do throws(DiagnosticError) {
        return try PortList(parsing: text)
      } catch {
        throw ValidationError(error.words)
      }
    }
  )
  var ports: PortList = .top1000

  @Flag(Parameters.udp)
  var udp: Bool

  @Option(Parameters.maxTime)
  var maxTime: Duration?

  @Flag(help: "List closed and filtered ports too.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "The share of open ports that may be missed (default: 0.0001).",
      valueName: "rate"
    )
  )
  var maxMissRate: Double?

  @Option(Parameters.retries)
  var retries: Int?

  @Option(Parameters.rate)
  var rate: Double?

  @Flag(help: "Use half-open SYNs only; needs CAP_NET_RAW.")
  var syn = false

  @Flag(help: "Use connects.")
  var connect = false

  @Flag(pairing: Parameters.versions)
  var versions: Bool

  @Flag(help: "Scan printers like other hosts, except for their raw printing ports.")
  var includePrinters = false

  @Flag(name: .customShort("4"), help: "Use IPv4 only.")
  var v4 = false

  @Flag(name: .customShort("6"), help: "Use IPv6 only.")
  var v6 = false

  @Option(help: "text, json or csv.")
  var format: DiagnosticSession.Format = .text

  func validate() throws {
    if hosts.count > PortScan.mostHosts {
      throw ValidationError("at most \(PortScan.mostHosts) hosts")
    }
    if v4, v6 { throw ValidationError("-4 and -6 exclude each other") }
    if syn, connect { throw ValidationError("--syn and --connect exclude each other") }
    if let maxMissRate, !(maxMissRate > 0 && maxMissRate < 1) {
      throw ValidationError("--max-miss-rate is between 0 and 1, such as 0.0001")
    }
    if let retries, !Parameters.retries.contains(retries) {
      throw ValidationError(
        "--retries is \(Parameters.retries.least) to \(Parameters.retries.most)"
      )
    }
    if udp, syn || connect || rate != nil || maxMissRate != nil {
      throw ValidationError(
        "--syn, --connect, --rate and --max-miss-rate are for TCP, not for --udp"
      )
    }
    if !udp, maxTime != nil { throw ValidationError("--max-time is for --udp") }
    if retries == 0, maxMissRate != nil {
      throw ValidationError("--max-miss-rate says when to stop asking again: not with --retries 0")
    }
    if let rate, !Parameters.rate.contains(rate) {
      throw ValidationError("--rate is \(Parameters.rate.least) to \(Parameters.rate.most)")
    }
  }

  /// The maximum number of addresses after expansion: a /22.
  static let mostAddresses = 1024

  func run() async throws {
    let hosts = try TargetHost.expanding(hosts, atMost: Self.mostAddresses)
    let options = PortScan.Options(
      transport: udp ? .udp : .tcp,
      ports: ports,
      method: syn ? .halfOpen : connect ? .connect : nil,
      mostMissRate: maxMissRate ?? PortScan.Options().mostMissRate,
      retries: retries,
      rate: rate,
      listsAll: all,
      readsVersions: versions,
      mostUDPTime: maxTime ?? Parameters.maxTime.defaultValue,
      includesPrinters: includePrinters
    )
    let family = v4 ? AddressFamily.v4 : v6 ? .v6 : nil
    let style = Style(isColoured: StandardStream.output.wantsColour)
    let line = PortsProgressLine()
    try await DiagnosticSession(format: format).run(
      live: line.show,
      text: { report in
        line.clear()
        return PortsText(style: style).lines(report, width: StandardStream.output.tableWidth)
      },
      making: { () throws(Failure) -> PortScan in
        var found = try await TargetLookup.looking(up: hosts, family)
        if found.known.contains(where: { $0.otherFamilyAddress != nil }),
          let network = try? LinuxNetwork(allowPublic: true, ledger: .tools)
        {
          await TargetLookup.chooseFamily(of: &found.known, by: network)
        }
        let printers = try await StoredInventory.loadIfAvailable().printers("remembers")
        return PortScan(
          found.known,
          unknown: found.unknown,
          options,
          isPrinter: { printers[$0] }
        )
      }
    )
  }
}
