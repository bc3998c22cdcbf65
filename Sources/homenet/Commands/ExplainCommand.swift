import ArgumentParser
import Discovery
import Home
import Identification
import LinuxNetwork
import Model
import Networking
import Probing
import Wire

struct ExplainCommand: AsyncParsableCommand, SignalHandling {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    _superCommandName: Program.name,
    abstract: "Explain what one device is and why, and what was sent to it.",
    discussion: """
      DEVICE is an id, an address, a MAC, or a name that only one device has. With --replay it is \
      looked up in a recording made by scan --record. Without it, only this device is probed. To \
      find an id, a name or a MAC that is not in the kernel's neighbour table, the networks are \
      scanned for addresses and names first.

      The inventory of homenet serve is used too: your own names are known, and a device that \
      doesn't answer is explained as stored. With --stored nothing is sent.

      Exit codes: 0 done, 1 it doesn't answer or isn't found, 2 usage (also: no such device in the \
      recording or the inventory, or several, which are listed), 3 not permitted, no network or \
      interface down.
      """
  )

  @Argument(help: "An id, address, MAC or name.")
  var device: String

  @Option(
    help: ArgumentHelp("Look in a recorded scan; needs no network.", valueName: "file"),
    completion: .file()
  )
  var replay: String?

  @Flag(help: "Look in the inventory; needs no network.")
  var stored = false

  @Option(
    help: ArgumentHelp("Where homenet serve keeps the inventory.", valueName: "directory"),
    completion: .directory
  )
  var data: String?

  @Option(help: "text or json.")
  var format: TextOrJSON = .text

  @Flag(help: "Permit an address on the Internet.")
  var allowPublic = false

  func validate() throws {
    try ListenArguments.check(data: data)
    guard device.contains(where: { !$0.isWhitespace }) else {
      throw ValidationError("DEVICE is empty; name an id, an address, a MAC or a name")
    }
    if stored, replay != nil { throw ValidationError("--stored and --replay exclude each other") }
    if data != nil, replay != nil {
      throw ValidationError("--data and --replay exclude each other")
    }
  }

  func run() async throws {
    let query = DeviceQuery(device)
    let identifier = useNewestVendors()
    if let replay {
      let events = try RecordingFile.read(replay).replay(identifier: identifier)
      for case .finished(let result) in events {
        let matches = query.matches(in: result.devices)
        try rejectAmbiguous(matches)
        guard let found = matches.first else {
          throw Failure("no device in the recording is '\(device)'", .usage)
        }
        try show(Explanation(found, in: [result.traffic], identifier: identifier))
      }
    } else if stored {
      try explainRemembered(query, by: identifier)
    } else {
      try await explainLive(query, by: identifier)
    }
  }

  func show(_ explanation: Explanation) throws {
    switch format {
    case .json:
      StandardStream.output.writeLine(try JSONText.encode(explanation))
    case .text:
      let text = ExplanationText(style: Style(isColoured: StandardStream.output.wantsColour))
      for line in text.lines(explanation) { StandardStream.output.writeLine(line) }
    }
  }

  /// Lists the matches and ends with a usage error if there are several.
  func rejectAmbiguous(_ matches: [Device]) throws {
    guard matches.count > 1 else { return }
    StandardStream.error.writeLine("homenet: '\(DisplayText.safe(device))' can be:")
    for match in matches {
      let parts = [
        match.knownIP?.description ?? "-", match.id, match.verdict.name ?? "without a name",
      ]
      StandardStream.error.writeLine("  " + DisplayText.safe(parts.joined(separator: "  ")))
    }
    throw ExitCode(Failure.Status.usage.rawValue)
  }

  // MARK: Finding and probing the device

  enum Outcome {
    case found(Device, TrafficLedger)
    case notFound(Failure)
  }

  func ask(_ query: DeviceQuery, by identifier: Identifier) async throws -> Outcome {
    let network = try ScanSession.network(allowPublic: allowPublic, publicResolvers: false)
    guard let address = try await address(of: query, by: identifier, on: network) else {
      return .notFound(
        Failure(
          "no device here is called '\(device)' by mDNS, NetBIOS or the router's names; "
            + "'homenet scan' also finds names that only devices' web pages give",
          .badFinding
        )
      )
    }
    var options = ScanOptions()
    options.networks = [.prefix(IPv4Prefix(address, length: 32))]
    options.allowsPublicTargets = allowPublic
    let result = try await scan(
      options,
      by: identifier,
      on: network,
      saying: "asking \(address) …"
    )
    let matches = DeviceQuery(address.description).matches(in: result.devices)
    try rejectAmbiguous(matches)
    guard let found = matches.first else {
      return .notFound(Failure("\(device) doesn't answer", .badFinding))
    }
    return .found(found, result.traffic)
  }

  private func address(
    of query: DeviceQuery,
    by identifier: Identifier,
    on network: LinuxNetwork
  ) async throws -> IPv4Address? {
    if let v4 = query.address?.v4 { return v4 }
    if let mac = query.mac, let remembered = try await remembered(mac, on: network) {
      return remembered
    }
    return try await find(query, by: identifier, on: network)
  }

  /// The address of a MAC in the kernel's neighbour table; nothing is sent.
  private func remembered(
    _ mac: MACAddress,
    on network: LinuxNetwork
  ) async throws -> IPv4Address? {
    for await addresses in network.run(NeighbourLookup(mac)) {
      if addresses.count > 1 {
        let list = addresses.map(\.description).joined(separator: ", ")
        throw Failure("\(mac) answers for several addresses: \(list)", .usage)
      }
      return addresses.first
    }
    return nil
  }

  /// Scans the networks for addresses and names only.
  private func find(
    _ query: DeviceQuery,
    by identifier: Identifier,
    on network: LinuxNetwork
  ) async throws -> IPv4Address? {
    var options = ScanOptions()
    options.discoverOnly = true
    options.asksNames = true
    let result = try await scan(
      options,
      by: identifier,
      on: network,
      saying: "looking for \(DisplayText.safe(device)) …"
    )
    if result.interrupted { throw Failure("interrupted", .badFinding) }
    let matches = query.matches(in: result.devices)
    try rejectAmbiguous(matches)
    guard let found = matches.first else { return nil }
    guard let address = found.addresses.lazy.compactMap(\.v4).first else {
      throw Failure("\(device) has no IPv4 address, by which it could be asked", .badFinding)
    }
    return address
  }

  private func scan(
    _ options: ScanOptions,
    by identifier: Identifier,
    on network: LinuxNetwork,
    saying what: String
  ) async throws -> ScanResult {
    let planned = try await ScanSession.plan(options, on: network)
    let scan = Scan(
      planned,
      on: network,
      sources: { standardSources(for: $0, identifier: identifier) },
      identifier: identifier,
      started: .now
    )
    let signals = Signals(onEnd: { scan.interrupt() })
    defer { withExtendedLifetime(signals) {} }
    if StandardStream.error.canMoveCursor { StandardStream.error.write(what) }
    defer { if StandardStream.error.canMoveCursor { StandardStream.error.write("\r\u{1B}[K") } }
    for await event in scan.events {
      guard case .finished(let result) = event else { continue }
      if let failure = Failure(of: result) { throw failure }
      return result
    }
    throw Failure("interrupted", .badFinding)
  }

  // MARK: Explaining with the stored inventory

  /// Explains from the inventory; sends nothing.
  func explainRemembered(_ query: DeviceQuery, by identifier: Identifier) throws {
    let inventory = try StoredInventory(in: data, identifier: identifier)
    guard !inventory.devices.isEmpty else { throw Failure(inventory.advice, .usage) }
    let matches = inventory.matches(query)
    try rejectAmbiguous(matches.map(\.named))
    guard let found = matches.first else {
      throw Failure("no device in the inventory is '\(device)'", .usage)
    }
    try show(Explanation(found, in: [], identifier: identifier))
  }

  /// Probes the device; if it doesn't answer, explains from the inventory, and ends with 1.
  func explainLive(_ query: DeviceQuery, by identifier: Identifier) async throws {
    let remembered = query.matches(in: try inventory(by: identifier))
    // Several remembered matches may still be one device on the network.
    let known = remembered.count == 1 ? remembered.first : nil
    switch try await ask(known.flatMap { $0.query(for: query) } ?? query, by: identifier) {
    case .found(let found, let traffic):
      if var known, known.isSame(as: found) {
        known.device = found
        try show(Explanation(known, in: [traffic], identifier: identifier))
      } else {
        try show(Explanation(found, in: [traffic], identifier: identifier))
      }
    case .notFound(let failure):
      guard let known else { throw failure }
      try show(Explanation(known, in: [], identifier: identifier))
      let time = RelativeTime.lastSeen(known.device.lastSeen, now: .now)
      StandardStream.error.writeLine(
        "homenet: '\(DisplayText.safe(device))' doesn't answer; this is remembered, \(time)"
      )
      throw ExitCode(failure.status.rawValue)
    }
  }

  /// The stored devices; read errors are ignored unless `--data` was given.
  private func inventory(by identifier: Identifier) throws -> [InventoryDevice] {
    if data != nil { return try StoredInventory(in: data, identifier: identifier).devices }
    return (try? StoredInventory(in: nil, identifier: identifier).devices) ?? []
  }
}

extension InventoryDevice {
  /// A query by MAC, else by IPv4 address; `nil` if the typed query has either.
  fileprivate func query(for typed: DeviceQuery) -> DeviceQuery? {
    if typed.address != nil || typed.mac != nil { return nil }
    let words =
      device.evidence.mac?.description ?? device.addresses.lazy.compactMap(\.v4).first?.description
    return words.map(DeviceQuery.init)
  }

  /// Whether the device that answered is this one: addresses may have been reassigned.
  fileprivate func isSame(as found: Device) -> Bool {
    if id == found.id { return true }
    guard let mac = device.evidence.mac else { return found.evidence.mac == nil }
    return mac == found.evidence.mac
  }
}

extension ExplainCommand: IdentifyingCommand {
  var vendorDirectory: String? { data }
}
