internal import DemoHome
import Discovery
import Networking
import Wire

/// The scanner's kernel and the wire behind it: takes requests, advances the clock, yields events.
struct SimulatedKernel: VirtualKernel {
  typealias Key = SimulatedNeighbours.Key

  /// What is planned to happen.
  enum Action: Sendable {
    /// An event is delivered to the machine.
    case tell(NetworkEvent)
    /// An entry of the neighbour table looks at itself.
    case neighbourTimer(Key, generation: Int)
    /// An ARP request of the kernel's reaches the link.
    case arpRequest(Key)
    /// An ARP request of a link socket's reaches the link.
    case frameARP(ARPPacket, to: MACAddress, interface: UInt32)
    /// The kernel's request is answered.
    case arpAnswer(Key, MACAddress)
    /// An empty datagram of a sweep is sent.
    case solicit(Key)
    /// A packet reaches its host.
    case arrive(Outgoing, Place)
    /// A host speaks unasked, or late.
    case say(Response, from: UInt16, Place)
    /// A datagram of a host's reaches the scanner.
    case hear(Datagram, port: UInt16)
    /// A message or frame of a host's reaches the scanner.
    case receiveEcho(Datagram, AddressFamily)
    case receiveFrame(Datagram, etherType: UInt16)
    /// A DHCP message is broadcast.
    case broadcastDHCP(DHCPFrame, Place)
    /// A connect or exchange is answered.
    case reply(Ticket, attempt: Int, ProbeOutcome, Datagram?)
    /// A SYN is repeated.
    case repeatSYN(Ticket, attempt: Int)
    /// A connect or exchange has taken too long.
    case expire(Ticket, attempt: Int)
    /// Something reaches the device's side of a kept connection.
    case serve(Ticket, attempt: Int, ServedEvent)
    /// A slow device's answer over a kept connection leaves it.
    case sayStep(ServedStep, Ticket, attempt: Int)
    /// Bytes over a kept connection reach the scanner.
    case receive(Ticket, attempt: Int, [UInt8])
    /// A kept connection ends.
    case closed(Ticket, attempt: Int, ConnectionEnd)
  }

  /// Where a host is: its link's and its own number; no host for the kernel itself (loopback).
  struct Place: Hashable, Sendable {
    var link: Int
    var host: Int?
  }

  struct ActiveProbe: Sendable {
    var ticket: Ticket
    var probe: Probe
    /// `nil` for a connect.
    var payload: [UInt8]?
    var link: Int
    var localPort: UInt16
    var startedAt: MonotonicTime?
    /// Tells two probes with one ticket apart.
    var attempt: Int
  }

  let topology: SimulatedTopology
  let began = MonotonicTime(nanoseconds: 1_000_000_000)
  var now: MonotonicTime
  var queue = EventQueue<Action>()
  var random: SplitMix64
  var neighbours: SimulatedNeighbours
  var places: [Key: Place] = [:]
  var linkNumbers: [UInt32: Int] = [:]
  /// When the last frame of each direction arrives; frames don't overtake each other.
  var lastArrival: [[MonotonicTime]]
  var sockets: [Ticket: OpenSocket] = [:]
  var watchers: [Ticket] = []
  /// Connects and exchanges by their attempt; several may have one ticket.
  var probes: [Int: ActiveProbe] = [:]
  var connections: [Ticket: KeptConnection] = [:]
  var budget: ProbeBudget
  var attempts = 0
  var lastPort: UInt16 = 40_000
  var traffic = TrafficLedger()
  var sent: [SentPacket] = []
  /// What the devices saw of connections.
  var counters = DeviceCounters()

  struct OpenSocket: Sendable {
    var kind: SocketKind
    var localPort: UInt16
  }

  init(_ topology: SimulatedTopology, seed: UInt64) {
    self.topology = topology
    budget = ProbeBudget(limit: topology.budget)
    now = began
    random = SplitMix64(seed: seed)
    neighbours = SimulatedNeighbours(limit: topology.tableLimit, hidden: topology.hiddenEntries)
    lastArrival = Array(repeating: [began, began], count: topology.links.count)
    for neighbour in topology.remembered { neighbours.remember(neighbour, now: began) }
    for (number, link) in topology.links.enumerated() {
      linkNumbers[link.interface.index] = number
      for (index, host) in link.hosts.enumerated() {
        let place = Place(link: number, host: index)
        places[Key(address: host.device.address, interface: link.interface.index)] = place
        for broadcast in host.dhcp {
          let time = began + host.presence.lowerBound + broadcast.delay
          queue.add(.broadcastDHCP(broadcast.frame, place), at: time)
        }
        for responder in host.responders {
          for response in responder.announcements() {
            queue.add(
              .say(response, from: responder.port, place),
              at: began + response.delay
            )
          }
        }
      }
    }
  }

  /// The machine's next event; `nil` where none is due before the end.
  mutating func nextEvent(before end: MonotonicTime) -> NetworkEvent? {
    while let time = queue.nextTime, time <= end, let (time, action) = queue.pop() {
      now = time
      if let event = carryOut(action) { return event }
    }
    return nil
  }

  /// The open sockets of a kind, in order.
  func tickets(where isWanted: (OpenSocket) -> Bool) -> [Ticket] {
    sockets.filter { isWanted($0.value) }.keys.sorted {
      ($0.owner, $0.number) < ($1.owner, $1.number)
    }
  }

  /// Schedules an event for the machine.
  mutating func tell(_ event: NetworkEvent, after delay: Duration = .microseconds(20)) {
    queue.add(.tell(event), at: now + delay)
  }

  private mutating func carryOut(_ action: Action) -> NetworkEvent? {
    switch action {
    case .tell(let event):
      return event
    case .neighbourTimer(let key, let generation):
      apply(neighbours.timer(key, generation: generation, now: now))
    case .arpRequest(let key):
      answerARP(key)
    case .arpAnswer(let key, let mac):
      apply(neighbours.answer(mac, from: key, now: now))
    case .frameARP(let packet, let receiver, let interface):
      answerFrame(packet, to: receiver, interface: interface)
    case .solicit(let key):
      let packet = Outgoing(target: Endpoint(.v4(key.address), port: 9), content: .nothing)
      send(packet, interface: key.interface)
    case .arrive(let packet, let place):
      arrive(packet, at: place)
    case .say(let response, let port, let place):
      say(response, from: port, place)
    case .hear(let datagram, let port):
      hear(datagram, port: port)
    case .receiveEcho(let datagram, let family):
      let kind = SocketKind.echo(family: family, interface: datagram.interface)
      for ticket in tickets(where: { $0.kind == kind }) {
        tell(.datagram(ticket, datagram), after: .zero)
      }
    case .receiveFrame(let datagram, let etherType):
      let kind = SocketKind.link(etherType: etherType, interface: datagram.interface)
      for ticket in tickets(where: { $0.kind == kind }) {
        tell(.datagram(ticket, datagram), after: .zero)
      }
    case .broadcastDHCP(let frame, let place):
      broadcast(frame, from: place)
    case .reply(let ticket, let attempt, let outcome, let datagram):
      replied(ticket, attempt: attempt, outcome, datagram)
    case .repeatSYN(let ticket, let attempt):
      repeatSYN(ticket, attempt: attempt)
    case .expire(let ticket, let attempt):
      end(ticket, attempt: attempt, .timedOut)
    case .serve(let ticket, let attempt, let event):
      serve(ticket, attempt: attempt, event)
    case .sayStep(let step, let ticket, let attempt):
      say(step, ticket, attempt: attempt)
    case .receive(let ticket, let attempt, let bytes):
      return receive(ticket, attempt: attempt, bytes)
    case .closed(let ticket, let attempt, let end):
      return close(ticket, attempt: attempt, end)
    }
    return nil
  }
}
