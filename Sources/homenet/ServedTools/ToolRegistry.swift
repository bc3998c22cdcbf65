import Diagnostics
import Home
import LinuxNetwork
import Model
import Networking
import Server
import Wire

/// The tools that a served home offers.
struct ToolRegistry: Sendable {
  let environment: ToolEnvironment
  let home: any HomeWatching

  /// Those that work where they run: name servers and registries are not in the demo home.
  var tools: [ServedTool] {
    let local = [ping, trace, ports, certificate]
    return environment.isReal ? local + [names, diagnosis, whois, systems] : local
  }

  /// Which targets may be asked, as this machine's addresses are now.
  func targetPolicy() async throws(ToolFailure) -> TargetPolicy {
    do {
      let interfaces = try await environment.network().configuration().interfaces
      let own = interfaces.flatMap { interface in
        interface.ipv4.map { IPAddress.v4($0.address) }
          + interface.ipv6.map { IPAddress.v6($0.address, zone: nil) }
      }
      return TargetPolicy(environment.reach, own: Set(own))
    } catch {
      throw ToolFailure(.local(error, during: "can't read this machine's network"))
    }
  }

  /// A host and the port that may be behind it.
  static func split(_ text: String) -> (host: String, port: UInt16?) {
    guard IPAddress(text) == nil, let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...]), port > 0
    else { return (text, nil) }
    return (String(text[..<colon]), port)
  }

  /// The host's address, looked up once: what it was allowed for is what is asked.
  func target(_ host: String) async throws(ToolFailure) -> TargetHost {
    try await target(host, targetPolicy())
  }

  /// Looks several hosts up, each once; those without an address are listed apart where others have
  /// one.
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
      case .failure(.unknownHost(let words)) where hosts.count > 1:
        let because = words.hasPrefix(host + ": ") ? String(words.dropFirst(host.count + 2)) : words
        unknown.append(UnknownHost(host, because: because))
      case .failure(let failure): throw failure
      }
    }
    guard !known.isEmpty else { throw .unknownHost("none of these hosts' names is known") }
    return (known, unknown)
  }

  /// In a function of its own: a task's closure that catches a typed error may be miscompiled by
  /// Swift 6.3's optimiser.
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

  /// Names that mean something at home alone are those of devices first; in the demo home all are.
  private func target(
    _ host: String,
    _ policy: TargetPolicy
  ) async throws(ToolFailure) -> TargetHost {
    var target = try await find(host)
    if let rejection = policy.rejection(of: target.address) { throw .refused(rejection) }
    // The policy was not asked about its other addresses.
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
    if !environment.isReal || Self.isOfHome(text) {
      let found = DeviceQuery(text).matches(in: await home.snapshot().devices)
      guard found.count <= 1 else {
        throw .unacceptable("\(found.count) devices are called '\(text)': give an address")
      }
      if let device = found.first { return TargetHost(host: text, address: device.device.ip) }
    }
    guard environment.isReal else { throw .unknownHost("no device here is called '\(text)'") }
    do throws(DiagnosticError) {
      return try await TargetHost.looking(up: text)
    } catch {
      throw ToolFailure(error)
    }
  }

  /// Whether a name has a meaning in the home only: one label, or a domain that can't be
  /// registered.
  private static func isOfHome(_ name: String) -> Bool {
    var name = name.lowercased()[...]
    if name.hasSuffix(".") { name.removeLast() }
    let domains = ["local", "lan", "home", "home.arpa", "internal", "fritz.box"]
    return !name.contains(".") || name.contains(" ")
      || domains.contains { name.hasSuffix("." + $0) }
  }

  /// What devices are called, by address.
  func deviceNames() async -> [IPAddress: String] {
    var names: [IPAddress: String] = [:]
    for device in await home.snapshot().devices {
      guard let name = device.name else { continue }
      for address in device.device.addresses { names[address.withoutZone] = name }
    }
    return names
  }

  /// The devices that are printers, and what they are called.
  func printers() async -> [IPAddress: String] {
    var printers: [IPAddress: String] = [:]
    for device in await home.snapshot().devices where device.category == .printer {
      for address in device.device.addresses {
        printers[address] = "homenet knows it as \(device.name ?? "one")"
      }
    }
    return printers
  }
}

extension ToolFailure {
  /// A diagnostic's own words.
  init(_ error: DiagnosticError) {
    switch error {
    case .usage: self = .unacceptable(error.words)
    case .unknownHost: self = .unknownHost(error.words)
    case .noAnswer, .interrupted: self = .noAnswer(error.words)
    case .local, .unable: self = .unable(error.words)
    }
  }

  /// This machine's failure.
  init(_ failure: LocalFailure, during attempt: String) {
    self.init(.local(failure, during: attempt))
  }
}

extension Diagnostic {
  /// Runs for the server; the report is the one that the command prints with `--format json`.
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
