import Model

extension HistoryRecorder {
  /// How long a gateway's other link address waits for the device's keys, in milliseconds.
  private static let longestWeighing: Int64 = 180_000
  /// How long after it was told that link addresses take turns it is not told again.
  private static let alternationRest: Int64 = 3_600_000
  /// The most addresses of which that is remembered.
  private static let mostAlternating = 256

  /// Records what this machine's network is like; whether it was just lost or came back.
  mutating func recordNetwork(_ facts: HomeFacts?, _ output: inout HistoryOutput) -> Bool {
    guard let facts else { return false }
    let now = output.now
    let wasLost = network.isLost
    if !facts.isConnected {
      let since = network.lostSince.map { min($0, now) } ?? now
      network.lostSince = since
      if !wasLost, now.elapsed(since: since) >= NetworkRecord.shortestLoss {
        network.isLost = true
        output.add(.ownNetworkLost, sources: [.interface])
      }
      // Routes and name servers are gone as well, which is no news of its own.
      return network.isLost != wasLost
    }
    if wasLost {
      let outage = network.lostSince.map { max(0, now.elapsed(since: $0)) / 1000 }
      output.add(.ownNetworkBack, was: outage.map { String($0) }, sources: [.interface])
    }
    network.isLost = false
    network.lostSince = nil
    var network = self.network
    let routes = NetworkRecord.take(
      facts.gateways,
      &network.gateways,
      &network.waitingGateways,
      now: now
    )
    let resolvers = NetworkRecord.take(
      facts.resolvers,
      &network.resolvers,
      &network.waitingResolvers,
      now: now
    )
    if let routes { network.noteFormer(routes.was) }
    self.network = network
    if let routes {
      output.add(
        .routeChanged,
        was: NetworkRecord.text(routes.was),
        now: NetworkRecord.text(routes.now),
        sources: [.route]
      )
    }
    if let resolvers {
      output.add(
        .resolverChanged,
        was: NetworkRecord.text(resolvers.was),
        now: NetworkRecord.text(resolvers.now),
        sources: [.system]
      )
    }
    recordServers(facts, &output)
    return wasLost
  }

  /// A DHCP server other than the router is told once, unless it is a known box under another address.
  private mutating func recordServers(_ facts: HomeFacts, _ output: inout HistoryOutput) {
    guard !facts.dhcpServers.isEmpty else { return }
    for server in facts.dhcpServers where network.dhcpServers.contains(server) {
      noteServer(server, facts)
    }
    let gateways = Set(
      records.values.filter { facts.gateways.contains($0.profile.ip) }.compactMap(\.profile.mac)
    )
    for server in facts.dhcpServers
    where !facts.gateways.contains(server) && !network.isGateway(server)
      && !network.dhcpServers.contains(server)
    {
      let macs = cards(of: server, facts)
      // One strange card is enough: somebody else answers for that address, too.
      let isSameBox =
        !macs.isEmpty && macs.isSubset(of: gateways.union(network.serverMACs))
      let isAnswering = facts.dhcpServerMACs[server]?.isEmpty == false
      guard !isSameBox, network.mayTellServer(isAnswering: isAnswering, at: output.now)
      else { continue }
      network.dhcpServers.insert(server)
      network.serversTold.append(output.now)
      noteServer(server, facts)
      output.add(.dhcpServerAppeared, now: server, sources: [.dhcp])
    }
  }

  /// The link addresses of a server: those that it answered from, else its device's.
  private func cards(of server: String, _ facts: HomeFacts) -> Set<String> {
    if let heard = facts.dhcpServerMACs[server], !heard.isEmpty { return heard }
    let device = records.values.first {
      $0.profile.ip == server || $0.profile.addresses.contains(server)
    }
    guard let mac = device?.profile.mac else { return [] }
    return [mac]
  }

  /// Remembers the cards of a server that was told; what answers for the router may be a forger's.
  private mutating func noteServer(_ server: String, _ facts: HomeFacts) {
    for mac in facts.dhcpServerMACs[server] ?? []
    where network.serverMACs.count < NetworkRecord.mostServers {
      network.serverMACs.insert(mac)
    }
  }

  /// Takes note of who answered for which address, and tells where two do.
  mutating func takeClaims(of devices: [RecordedDevice], _ output: inout HistoryOutput) {
    let gateways = Set(network.gateways ?? [])
    let shown = devices.filter { $0.profile.isIPv4 && records[$0.slot] != nil }
      .compactMap { device in device.shown.map { (device: device, shown: $0) } }
      .sorted { ($0.shown.time, $0.device.slot) < ($1.shown.time, $1.device.slot) }
    for (device, shown) in shown {
      let address = device.profile.ip
      let claim = AddressClaims.Claim(mac: shown.mac, slot: device.slot, time: shown.time)
      let isGateway = gateways.contains(address)
      switch claims.take(claim, of: address) {
      case .same: continue
      case .replaced(let other):
        // Another card of the same device is a difference of its profile.
        guard isGateway, other.slot != claim.slot, !isResting(address, output.now)
        else { continue }
        let keys = records[other.slot]?.profile.keys ?? []
        network.gatewayChanges[address] = NetworkRecord.GatewayChange(
          was: other,
          now: claim,
          keys: keys,
          since: output.now
        )
      case .alternating(let other):
        tellAlternating(claim, other, at: address, isGateway: isGateway, &output)
      }
    }
  }

  private mutating func tellAlternating(
    _ claim: AddressClaims.Claim,
    _ other: AddressClaims.Claim,
    at address: String,
    isGateway: Bool,
    _ output: inout HistoryOutput
  ) {
    network.gatewayChanges[address] = nil
    guard !isResting(address, output.now) else { return }
    let name = records[claim.slot]?.profile.spokenName
    if isGateway {
      output.add(
        .gatewayMACChanged,
        of: claim.slot,
        called: name,
        was: other.mac,
        now: claim.mac,
        reason: .alternating,
        sources: [.neighbours]
      )
    } else {
      // One device with two cards is no conflict, nor is a repeater that answers for its clients.
      guard claim.slot != other.slot,
        ![claim, other].contains(where: {
          claims.answersElsewhere($0.mac, than: address, at: claim.time)
        })
      else { return }
      output.add(
        .addressConflict,
        of: claim.slot,
        called: name,
        was: address,
        now: [claim.mac, other.mac].sorted().joined(separator: ", "),
        reason: .alternating,
        sources: [.neighbours]
      )
    }
    if network.toldAlternating.count >= Self.mostAlternating { network.toldAlternating = [:] }
    network.toldAlternating[address] = output.now
  }

  private func isResting(_ address: String, _ now: Timestamp) -> Bool {
    network.toldAlternating[address].map { abs(now.elapsed(since: $0)) < Self.alternationRest }
      ?? false
  }

  /// Weighs the gateways' other link addresses, once the devices there were asked for their keys.
  mutating func finishGatewayChanges(_ output: inout HistoryOutput) {
    for (address, change) in network.gatewayChanges.sorted(by: { $0.key < $1.key }) {
      let age = output.now.elapsed(since: change.since)
      let record = records[change.now.slot]
      let keys = record?.observed?.profile.keys ?? record?.profile.keys ?? []
      let isOver = age >= Self.longestWeighing || age < 0
      let isProbed = (record?.observed?.probedAt ?? record?.keysProbedAt) != nil
      let agreement = DeviceKeys.agree(change.keys, keys)
      // Until it was asked in full, a key that both have may still come.
      guard agreement == true || isOver || agreement == false && isProbed else { continue }
      network.gatewayChanges[address] = nil
      let reason: HomeChange.Reason =
        switch agreement {
        case true?: .sameKeys
        case false?: .otherKeys
        case nil: .unproven
        }
      output.add(
        .gatewayMACChanged,
        of: change.now.slot,
        called: record?.profile.spokenName,
        was: change.was.mac,
        now: change.now.mac,
        reason: reason,
        sources: [.neighbours]
      )
    }
  }
}
