import Diagnostics
package import Home
import LinuxNetwork
package import Logging
import Model
import Networking
package import Server
package import Wire

/// The tools that `serve` and `demo` offer.
package struct ToolRegistry: Sendable {
  let environment: ToolEnvironment
  let home: any HomeWatching

  /// The tools for a home, in an environment.
  package init(environment: ToolEnvironment, home: any HomeWatching) {
    self.environment = environment
    self.home = home
  }

  /// The tools of this environment: the demo home has no name servers and registries.
  package var tools: [ServedTool] {
    let local = [ping, trace, ports, cert]
    return environment.isReal ? local + [dns, diagnose, whois, asn] : local
  }

  /// The policy for targets, with this machine's current addresses.
  func targetPolicy() async throws(ToolFailure) -> TargetPolicy {
    do {
      let interfaces = try await environment.network().configuration().interfaces
      let own = interfaces.flatMap { interface in
        interface.ipv4.map { IPAddress.v4($0.address) }
          + interface.ipv6.map { IPAddress.v6($0.address, zone: nil) }
      }
      return TargetPolicy(environment.reach, own: Set(own))
    } catch {
      throw ToolFailure(.local(error, during: Message(.errorReadingNetwork)))
    }
  }

  /// Splits `host:port`; the port is `nil` if there is none.
  static func split(_ text: String) -> (host: String, port: UInt16?) {
    guard IPAddress(text) == nil, let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...]), port > 0
    else { return (text, nil) }
    return (String(text[..<colon]), port)
  }

  /// The address as it stands before a port.
  static func bracketed(_ address: IPAddress) -> String {
    address.v4 == nil ? "[\(address)]" : "\(address)"
  }

  /// Resolves a host once and checks the policy: the checked address is the one that is asked.
  func target(_ host: String) async throws(ToolFailure) -> TargetHost {
    try await target(host, targetPolicy())
  }

  /// Resolves hosts; unresolvable ones are listed apart unless all are.
  func targets(
    _ hosts: [String]
  ) async throws(ToolFailure) -> (known: [TargetHost], unknown: [UnknownHost]) {
    let policy = try await targetPolicy()
    let found = await sideBySide(hosts) { await result(of: $0, policy) }
    var known: [TargetHost] = []
    var unknown: [UnknownHost] = []
    for (host, result) in zip(hosts, found) {
      switch result {
      case .success(let target):
        if !known.contains(where: { $0.address == target.address }) { known.append(target) }
      case .failure(.unknownHost(let message)) where hosts.count > 1:
        let reason =
          if case .message(let reason) = message.values["reason"] { reason } else { message }
        unknown.append(UnknownHost(host, because: reason))
      case .failure(let failure): throw failure
      }
    }
    guard !known.isEmpty else { throw .unknownHost(Message(.errorNoHostsKnown)) }
    return (known, unknown)
  }

  /// A function of its own: Swift 6.3 may miscompile a task closure that catches a typed error.
  private func result(
    of host: String,
    _ policy: TargetPolicy
  ) async -> Result<TargetHost, ToolFailure> {
    do throws(ToolFailure) {
      return .success(try await target(host, policy))
    } catch {
      return .failure(error)
    }
  }

  /// Resolves a host and checks the policy; private names are looked up in the inventory first.
  private func target(
    _ host: String,
    _ policy: TargetPolicy
  ) async throws(ToolFailure) -> TargetHost {
    var target = try await find(host)
    if let rejection = policy.rejection(of: target.address) { throw .refused(rejection) }
    // The policy has checked this address only.
    target.others = []
    return target
  }

  private func find(_ host: String) async throws(ToolFailure) -> TargetHost {
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    let text = isBracketed ? String(host.dropFirst().dropLast()) : host
    if let address = IPAddress(text) {
      if address.lacksZone { throw ToolFailure(.lacksZone(address)) }
      return TargetHost(host: text, address: address)
    }
    if !environment.isReal || Self.canNameDevice(text) {
      let found = DeviceQuery(text).matches(in: await home.snapshot().devices)
      guard found.count <= 1 else {
        throw .unacceptable(
          Message(.errorSeveralDevices, ["count": .count(found.count), "name": .text(text)])
        )
      }
      // One that was imported and never seen has none.
      if let address = found.first?.device.knownIP {
        return TargetHost(host: text, address: address)
      }
    }
    guard environment.isReal else { throw .unknownHost(Message(.errorNoDevice, ["name": text])) }
    do throws(DiagnosticError) {
      return try await TargetHost.looking(up: text)
    } catch {
      throw ToolFailure(error)
    }
  }

  /// Whether a device may be called that: by a name of the home, or by one of people.
  private static func canNameDevice(_ name: String) -> Bool {
    name.contains(" ") || HomeName.matches(name)
  }

  func deviceNames() async -> [IPAddress: String] {
    var names: [IPAddress: String] = [:]
    for device in await home.snapshot().devices {
      guard let name = device.name else { continue }
      for address in device.device.addresses { names[address.withoutZone] = name }
    }
    return names
  }
}

extension ToolFailure {
  init(_ error: DiagnosticError) {
    switch error {
    case .usage: self = .unacceptable(error.message)
    case .unknownHost: self = .unknownHost(error.message)
    case .noAnswer, .interrupted: self = .noAnswer(error.message)
    case .local, .unable: self = .unable(error.message)
    }
  }

  init(_ failure: LocalFailure, during attempt: Message) {
    self.init(.local(failure, during: attempt))
  }

  static func translating<Value>(
    _ call: () throws(DiagnosticError) -> Value
  ) throws(ToolFailure) -> Value {
    do {
      return try call()
    } catch {
      throw ToolFailure(error)
    }
  }
}

extension Diagnostic {
  /// Runs for the server; the report is that of the command's `--format json`.
  func serve(
    _ onProgress: @escaping ServedTool.ProgressHandler,
    completing complete: (inout Report) -> Void = { _ in }
  ) async throws(ToolFailure) -> TimedReport<Report> {
    let started = Timestamp.now
    let clock = ContinuousClock()
    let instant = clock.now
    do throws(DiagnosticError) {
      var report = try await run { onProgress($0) }
      complete(&report)
      return TimedReport(
        report,
        started: started,
        duration: instant.duration(to: clock.now),
        isInterrupted: Task.isCancelled
      )
    } catch {
      throw ToolFailure(error)
    }
  }
}

extension ServedTool {
  /// The same tool, which logs when a run begins and ends.
  package func logged(by logger: Logger) -> ServedTool {
    let (name, prepare) = (name, prepare)
    return ServedTool(name, options) { arguments throws(ToolFailure) in
      let run = try prepare(arguments)
      return { onProgress throws(ToolFailure) in
        logger.info("tool began", metadata: ["tool": "\(name)"])
        defer { logger.info("tool over", metadata: ["tool": "\(name)"]) }
        return try await run(onProgress)
      }
    }
  }
}

extension ToolRegistry {
  package static let diagnoseOptions = [
    ToolOption(ConnectionDiagnostic.Parameters.host),
    ToolOption(ConnectionDiagnostic.Parameters.port),
  ]

  /// `diagnose`: faults of this machine's network, or on the path to a host.
  var diagnose: ServedTool {
    typealias Parameters = ConnectionDiagnostic.Parameters
    return ServedTool("diagnose", Self.diagnoseOptions) { arguments throws(ToolFailure) in
      let (host, given) = Self.split(arguments[Parameters.host] ?? "")
      let port = arguments[Parameters.port] ?? given
      if let port, PortSweeper.isSpared(port: port) {
        throw .refused(Message(.errorPrinted, ["port": "\(port)"]))
      }
      return { onProgress throws(ToolFailure) in
        if host.isEmpty {
          let network = try network(for: Message(.errorDiagnosing), isPublic: false)
          let connection = ConnectionEnvironment(network: network)
          return try await ConnectionDiagnostic(nil, environment: connection).serve(onProgress)
        }
        let target = try await target(host)
        var connection = ConnectionEnvironment(network: try network(for: Message(.errorDiagnosing)))
        // Pins the address that the policy allowed.
        connection.lookUp = { _, _ in .success([target.address]) }
        let isName =
          IPAddress(target.host) == nil && CertificateDiagnostic.Options.isServerName(target.host)
        let place = isName ? target.host : Self.bracketed(target.address)
        let text = port.map { "\(place):\($0)" } ?? place
        return try await ConnectionDiagnostic(text, environment: connection).serve(onProgress)
      }
    }
  }
}

/// What a tool was about to do when this machine failed.
extension MessageTemplate {
  static let errorPingingHosts = MessageTemplate("error.pinging_hosts", "can't ping")
  static let errorTracingPath = MessageTemplate("error.tracing_path", "can't trace")
  static let errorDiagnosing = MessageTemplate("error.diagnosing", "can't diagnose")
}

/// What the inventory tells the tools of the hosts that they ask.
extension Sequence<InventoryDevice> {
  /// By address, the evidence that a device is a printer: that homenet "knows" or "remembers" it as one.
  package func printers(_ verb: String) -> [IPAddress: String] {
    var printers: [IPAddress: String] = [:]
    for device in self where device.category == .printer {
      for address in device.device.addresses {
        printers[address] = "homenet \(verb) it as \(device.name ?? "one")"
      }
    }
    return printers
  }

  /// The TCP ports that the devices were last seen to have open, by address without its zone.
  package var openPorts: [IPAddress: [UInt16]] {
    var ports: [IPAddress: [UInt16]] = [:]
    for device in self {
      let open = device.device.ports.filter { $0.transport == .tcp }.map(\.port)
      guard !open.isEmpty else { continue }
      for address in device.device.addresses { ports[address.withoutZone] = open }
    }
    return ports
  }
}
