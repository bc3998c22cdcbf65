public import Networking
public import Wire

/// The state of one host in a sweep: its ports, and its probes in flight.
public struct SweptHost: Sendable {
  /// Its address.
  public let address: IPAddress
  /// The ports, in the order they are asked in.
  public let ports: [UInt16]
  let options: PortSweep.Options
  var isFragile: Bool
  /// The only ports that are still asked, where a device turned out to be a fragile one.
  public internal(set) var usualPorts: Set<UInt16>?

  /// Why each port is taken for what it is; `nil` where it is silent so far or was not asked.
  public internal(set) var reasons: [PortReason?] = []
  /// How often each port was asked.
  public internal(set) var tries: [UInt8] = []
  /// The local failure that ended the probing of this host.
  public internal(set) var failure: LocalFailure?
  /// Why it is unreachable, by ARP, NDP or a router's ICMP; `nil` where none of these reported it.
  public internal(set) var absence: PortReason?
  /// Whether the host itself answered anything.
  public internal(set) var hasAnswered = false
  /// Open ports in the order they were found.
  public internal(set) var found: [UInt16] = []
  var loss = LossEstimate()

  var marks: [UInt8] = []
  var sentAt: [Int64] = []
  var window: SweepWindow
  var timer = RoundTripTimer()
  var isActive = false
  var isOver = false
  /// Probes in flight.
  var inFlight = 0
  /// How many of them are late, and so probably lost.
  var suspected = 0
  var lanes: [SweepLane] = []
  /// The next port that was never asked.
  var fresh = 0
  /// Ports that stayed silent, by the number of tries.
  var silent: [SweepQueue] = []
  var silentCount = 0
  /// Silent ports to be probed again at once, as samples of the present loss.
  var samples = SweepQueue()
  /// Ports that answer, to be asked again.
  var responsive: [UInt32] = []
  var sinceControl = 0
  var epoch = SweepEpoch()
  /// When the latest of the probes that were answered was sent.
  var latestAnswered: Int64 = 0
  /// Whether few answered in the last while.
  var isQuiet = false
  var neededTries = 2
  var neededAge = 0
  var unreachables = 0
  var shortages = 0
  var beganAt: Int64 = 0
  var tokens = 0.0
  var tokensAt: Int64 = 0
  var pausedUntil: Int64 = 0
  var wakeAt: Int64?

  static let isInFlight: UInt8 = 1
  static let isControlled: UInt8 = 2
  /// Asked again at once as a sample.
  static let isSampled: UInt8 = 4
  /// Its answer is late: later ones are answered.
  static let isSuspected: UInt8 = 8

  init(_ target: PortSweep.Target, _ options: PortSweep.Options) {
    address = target.address
    ports = target.ports
    self.options = options
    isFragile = target.isFragile
    window = SweepWindow(most: target.isFragile ? 2 : min(options.mostInFlight, 8192))
  }

  /// Treats the host as fragile from now on, and asks only the ports in `usual`.
  mutating func spare(askingOnly usual: Set<UInt16>) {
    guard !isOver, usualPorts == nil else { return }
    usualPorts = usual
    isFragile = true
    window = SweepWindow(most: 2)
    tokens = 0
  }

  /// How many ports it is asked.
  public var portCount: Int { ports.count }

  mutating func begin(_ now: Int64, lanes count: Int) {
    isActive = true
    beganAt = now
    tokensAt = now
    tokens = SweepWindow.first
    reasons = Array(repeating: nil, count: ports.count)
    tries = Array(repeating: 0, count: ports.count)
    marks = Array(repeating: 0, count: ports.count)
    sentAt = Array(repeating: 0, count: ports.count)
    lanes = Array(repeating: SweepLane(), count: count)
    silent = Array(repeating: SweepQueue(), count: 17)
  }

  /// Lets go of what only asking needs.
  mutating func finish() {
    cancelInFlight()
    isActive = false
    isOver = true
    marks = []
    sentAt = []
    lanes = []
    silent = []
    samples = SweepQueue()
    responsive = []
  }

  /// Uncounts the tries still in flight, whose answers are no longer awaited.
  mutating func cancelInFlight() {
    for index in marks.indices where marks[index] & Self.isInFlight != 0 {
      marks[index] &= ~(Self.isInFlight | Self.isSuspected)
      if reasons[index] == nil { tries[index] -= 1 }
    }
  }

  /// The probes in flight in a lane.
  func underWay(lane: Int, number: Int) -> [PortSweep.Probe] {
    (lanes[lane].entries[lanes[lane].head...] + lanes[lane].patient).filter(isUnderWay).map {
      probe($0, number)
    }
  }

  /// The probe of an entry, where this host is the sweep's `number`th.
  func probe(_ entry: SweepLane.Entry, _ number: Int) -> PortSweep.Probe {
    let index = Int(entry.index)
    return PortSweep.Probe(host: number, index: index, port: ports[index], attempt: entry.attempt)
  }
}

/// The probes under way in one lane, in the order they were sent.
struct SweepLane: Sendable {
  struct Entry: Sendable {
    var index: UInt32
    var attempt: UInt8
    var sentAt: Int64
  }

  var entries: [Entry] = []
  var head = 0
  /// Entries before this index have been checked for lateness.
  var examined = 0
  /// The first probes, which wait longer: for EHOSTUNREACH after ARP or NDP, or a router's ICMP.
  var patient: [Entry] = []

  var first: Entry? { head < entries.count ? entries[head] : nil }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
  }

  mutating func dropFirst() {
    head += 1
    if head == entries.count {
      entries.removeAll(keepingCapacity: true)
      examined = 0
      head = 0
    } else if head > 4096, head > entries.count / 2 {
      entries.removeFirst(head)
      examined = max(0, examined - head)
      head = 0
    }
  }
}

/// A queue of ports' places.
struct SweepQueue: Sendable {
  private var elements: [UInt32] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }
  var count: Int { elements.count - head }

  mutating func append(_ index: Int) {
    elements.append(UInt32(index))
  }

  mutating func popFirst() -> Int? {
    guard head < elements.count else { return nil }
    head += 1
    let index = Int(elements[head - 1])
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    }
    return index
  }
}
