import Discovery
import Home
import LinuxNetwork
import Model
import Networking
import Probing
import Wire

/// Asking a device what it is, after finding where it is.
extension ExplainCommand {
  /// What came of asking.
  enum Finding {
    /// It answered; and what was sent.
    case found(Device, TrafficLedger)
    /// It isn't there, or doesn't answer.
    case nobody(Failure)
  }

  /// Scans the one device, and nothing else.
  func ask(_ query: DeviceQuery) async throws -> Finding {
    let network: LinuxNetwork
    do {
      network = try LinuxNetwork(allowPublic: allowPublic, allowPublicResolvers: false)
    } catch {
      throw Failure(error, during: "can't reach this machine's network")
    }
    guard let address = try await address(of: query, on: network) else {
      return .nobody(
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
    let result = try await scan(options, on: network, saying: "asking \(address) …")
    let matches = DeviceQuery(address.description).matches(in: result.devices)
    try refuseSeveral(matches)
    guard let found = matches.first else {
      return .nobody(Failure("\(device) doesn't answer", .badFinding))
    }
    return .found(found, result.traffic)
  }

  private func address(
    of query: DeviceQuery,
    on network: LinuxNetwork
  ) async throws -> IPv4Address? {
    if let v4 = query.address?.v4 { return v4 }
    if let mac = query.mac, let remembered = try await remembered(mac, on: network) {
      return remembered
    }
    return try await find(query, on: network)
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

  /// Asks everybody on the networks who they are, by address and name only.
  private func find(_ query: DeviceQuery, on network: LinuxNetwork) async throws -> IPv4Address? {
    var options = ScanOptions()
    options.discoverOnly = true
    options.asksNames = true
    let result = try await scan(
      options,
      on: network,
      saying: "looking for \(DisplayText.safe(device)) …"
    )
    if result.interrupted { throw Failure("interrupted", .badFinding) }
    let matches = query.matches(in: result.devices)
    try refuseSeveral(matches)
    guard let found = matches.first else { return nil }
    guard let address = found.addresses.lazy.compactMap(\.v4).first else {
      throw Failure("\(device) has no IPv4 address, by which it could be asked", .badFinding)
    }
    return address
  }

  private func scan(
    _ options: ScanOptions,
    on network: LinuxNetwork,
    saying what: String
  ) async throws -> ScanResult {
    let planned = try await ScanSession.plan(options, on: network)
    let scan = Scan(planned, on: network, sources: standardSources(for:), started: .now)
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
}
