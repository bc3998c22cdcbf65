import Model
package import Networking
package import Wire

/// Finds IPv4 addresses that several devices on a link have, by ARP requests (RFC 5227).
package struct DuplicateAddressCheck: NetworkMachine {
  /// The result, once.
  package enum Output: Hashable, Sendable {
    /// This process may not send ARP.
    case unavailable(LocalFailure)
    /// The MAC addresses that answered for each address.
    case answers([IPv4Address: Set<MACAddress>])
  }

  private let interface: UInt32
  private let mac: MACAddress
  private let own: IPv4Address
  private let asked: [IPv4Address]
  private var answers: [IPv4Address: Set<MACAddress>] = [:]
  private var times = 0

  /// A check of this machine's own address on an interface, and of others, the routers'.
  package init(interface: UInt32, mac: MACAddress, own: IPv4Address, others: [IPv4Address]) {
    self.interface = interface
    self.mac = mac
    self.own = own
    asked = [own] + others.filter { $0 != own }
  }

  private static let link = Ticket(owner: 0, number: 1)
  private static let waking = Ticket(owner: 0, number: 0)
  /// The number of request rounds, and the time between them.
  private static let most = 3
  private static let pace = Duration.milliseconds(300)
  private static let mostAnswers = 16

  /// Opens a socket for ARP.
  package mutating func start(_ port: inout NetworkPort<Output>) {
    port.request(.open(Self.link, .link(etherType: EtherType.arp.rawValue, interface: interface)))
  }

  /// Asks again, or takes an answer.
  package mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Output>) {
    switch event {
    case .opened: ask(&port)
    case .failed(_, let failure):
      port.output(.unavailable(failure))
      port.finish()
    case .datagram(_, let frame): take(frame)
    case .woke:
      guard times >= Self.most else { return ask(&port) }
      port.output(.answers(answers))
      port.finish()
    default: break
    }
  }

  private mutating func ask(_ port: inout NetworkPort<Output>) {
    times += 1
    for address in asked {
      let packet = ARPPacket(
        .request,
        senderMAC: mac,
        // An ARP probe (RFC 5227): the sender address 0.0.0.0 updates no ARP cache.
        senderAddress: address == own ? .any : own,
        targetAddress: address
      )
      port.request(
        .transmit(
          Self.link,
          frame: packet.frame.serialised,
          target: .v4(address),
          purpose: .arp
        )
      )
    }
    port.request(.wake(Self.waking, at: port.now + Self.pace))
  }

  private mutating func take(_ frame: Datagram) {
    guard let packet = try? ARPPacket(frame: frame.payload), packet.operation == .reply,
      packet.senderMAC.isUsable, packet.senderMAC != mac, asked.contains(packet.senderAddress),
      answers[packet.senderAddress]?.count ?? 0 < Self.mostAnswers
    else { return }
    answers[packet.senderAddress, default: []].insert(packet.senderMAC)
  }
}

extension ConnectionStepRunner {
  /// Checks this machine's and the routers' addresses for duplicates.
  func duplicates() async -> ConnectionStep? {
    let links = configuration.outward.filter { $0.isReady && $0.mac != nil && !$0.ipv4.isEmpty }
    guard !links.isEmpty else {
      return .skipped(
        .duplicates,
        Message(.diagnoseDuplicateNoArp),
        reason: "no_arp"
      )
    }
    let routers = configuration.nextHops
    var answers: [IPv4Address: Set<MACAddress>] = [:]
    var own: Set<IPv4Address> = []
    for link in links.prefix(2) {
      guard let mac = link.mac, let address = link.ipv4.first?.address else { continue }
      let others = routers.compactMap(\.v4).filter { [link].reach(.v4($0)) }
      let check = DuplicateAddressCheck(
        interface: link.index,
        mac: mac,
        own: address,
        others: Array(others.prefix(4))
      )
      switch await collect(check, within: within(.seconds(2))).first {
      case .answers(let received)?:
        own.insert(address)
        answers.merge(received) { $0.union($1) }
      case .unavailable(.notPermitted)?: return await changes(of: routers)
      case .unavailable(let failure)?: return .own(.duplicates, failure)
      case nil: return nil
      }
    }
    let macs = Set(configuration.interfaces.compactMap(\.mac))
    return .duplicates(answers.mapValues { $0.subtracting(macs) }, own: own)
  }

  /// Watches the neighbour table for a changing router MAC, where sending ARP is not permitted.
  private func changes(of routers: [IPAddress]) async -> ConnectionStep? {
    var seen: [IPv4Address: Set<MACAddress>] = [:]
    for round in 0..<4 {
      if round > 0 { try? await Task.sleep(for: min(.milliseconds(600), within(.seconds(1)))) }
      for neighbour in await collect(NeighbourTable(), within: within(.seconds(1))).last ?? [] {
        guard let address = neighbour.address.v4, let mac = neighbour.mac,
          routers.contains(neighbour.address)
        else { continue }
        seen[address, default: []].insert(mac)
      }
    }
    let step = ConnectionStep.duplicates(seen, own: [])
    return step.state == .bad
      ? step
      : .skipped(
        .duplicates,
        Message(.diagnoseDuplicateNotPermitted),
        reason: "not_permitted"
      )
  }
}

extension NetworkConfiguration {
  /// The routers of default and of static routes.
  var nextHops: [IPAddress] {
    var all: [IPAddress] = []
    for address in gateways.map(\.address) + routes.compactMap(\.gateway)
    where !all.contains(address) && all.count < 8 { all.append(address) }
    return all
  }
}

extension ConnectionStep {
  /// Judges the MAC addresses that answered for this machine's and the routers' addresses.
  static func duplicates(
    _ answers: [IPv4Address: Set<MACAddress>],
    own: Set<IPv4Address>
  ) -> ConnectionStep {
    let evidence = answers.sorted { $0.key < $1.key }.flatMap { address, macs in
      macs.map(\.description).sorted().map { Figure.text(address.description, $0) }
    }
    for address in answers.keys.sorted() {
      guard let macs = answers[address], macs.count >= (own.contains(address) ? 1 : 2) else {
        continue
      }
      let names = macs.map(\.description).sorted()
      let words =
        own.contains(address)
        ? Message(.diagnoseDuplicateOwn, ["mac": names[0], "address": "\(address)"])
        : Message(
          .diagnoseDuplicateTwo,
          ["macs": .texts(names), "address": .text("\(address)")]
        )
      return .bad(
        .duplicates,
        words,
        .doubled(.v4(address), names, isOwn: own.contains(address)),
        evidence + [.text("doubled", address.description)]
      )
    }
    let all = own.union(answers.keys).sorted().map(\.description)
    return .ok(.duplicates, Message(.diagnoseDuplicateOk, ["addresses": .texts(all)]), evidence)
  }
}
