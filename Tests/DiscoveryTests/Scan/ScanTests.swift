import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Model

@Suite struct ScanTests {
  /// A machine that tells what it is given, then ends, or doesn't.
  struct Script: NetworkMachine {
    typealias Output = ScanOutput
    var outputs: [ScanOutput]
    var ends = true

    mutating func start(_ port: inout NetworkPort<ScanOutput>) {
      for output in outputs { port.output(output) }
      if ends {
        port.finish()
      } else {
        port.request(.wake(Ticket(owner: 0, number: 0), at: port.now + .seconds(500)))
      }
    }

    mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<ScanOutput>) {}
  }

  /// A network that runs a machine's start, and then nothing until it is cancelled.
  struct StillNetwork: Network {
    func configuration() async throws(LocalFailure) -> NetworkConfiguration {
      NetworkConfiguration(interfaces: [], gateways: [], resolvers: [])
    }

    func run<Machine: NetworkMachine>(_ machine: Machine) -> AsyncStream<Machine.Output> {
      AsyncStream { continuation in
        var machine = machine
        var port = NetworkPort<Machine.Output>(now: MonotonicTime(nanoseconds: 0))
        machine.start(&port)
        for output in port.outputs { continuation.yield(output) }
        if port.isFinished { continuation.finish() }
      }
    }

    func traffic() async -> TrafficLedger { TrafficLedger() }
  }

  static let began = Timestamp(milliseconds: 1_000_000)

  static func heard(_ last: UInt8, after milliseconds: Int64 = 10) -> ScanOutput {
    .observation(
      Observation(
        time: Timestamp(milliseconds: began.milliseconds + milliseconds),
        source: .neighbours,
        subject: .v4(IPv4Address(10, 0, 0, last)),
        fact: .answered(rttMs: nil)
      )
    )
  }

  static func scan(_ script: Script, tellsObservations: Bool = false) -> Scan {
    Scan(
      script,
      networks: [],
      on: StillNetwork(),
      started: began,
      tellsObservations: tellsObservations
    )
  }

  @Test func `the last event is the result, and the updates add up to it`() async throws {
    let scan = Self.scan(Script(outputs: [Self.heard(3), Self.heard(1), Self.heard(2)]))
    var told: [String: Device] = [:]
    var result: ScanResult?
    for await event in scan.events {
      #expect(result == nil)
      switch event {
      case .observation: Issue.record("nobody asked for observations")
      case .update(let update):
        for device in update.changed { told[device.id] = device }
        for id in update.removed { told[id] = nil }
      case .finished(let finished): result = finished
      }
    }
    let devices = try #require(result).devices
    #expect(devices.map(\.ip.description) == ["10.0.0.1", "10.0.0.2", "10.0.0.3"])
    #expect(Set(told.values) == Set(devices))
    #expect(result?.interrupted == false)
  }

  @Test func `interrupting ends it with what there is`() async throws {
    let scan = Self.scan(Script(outputs: [Self.heard(1)], ends: false))
    var result: ScanResult?
    for await event in scan.events {
      if case .update = event { scan.interrupt() }
      if case .finished(let finished) = event { result = finished }
    }
    #expect(result?.interrupted == true)
    #expect(result?.devices.count == 1)
  }

  @Test func `failures are told once each`() async throws {
    let failure = ScanOutput.failure(.mdns, interface: "eth0", .notPermitted)
    let scan = Self.scan(Script(outputs: [failure, failure]))
    var result: ScanResult?
    for await event in scan.events {
      if case .finished(let finished) = event { result = finished }
    }
    #expect(result?.failures.count == 1)
    #expect(result?.counters.updates == 0)
  }

  @Test func `a recording replays to the same devices`() async throws {
    let outputs = (1...40).map { Self.heard($0, after: Int64($0) * 30) }
    let scan = Self.scan(Script(outputs: outputs), tellsObservations: true)
    var lines = [try JSONText.encode(Recording.Header(started: Self.began, networks: []))]
    var live: ScanResult?
    for await event in scan.events {
      switch event {
      case .observation(let observation): lines.append(try JSONText.encode(observation))
      case .update: continue
      case .finished(let result):
        lines.append(try JSONText.encode(Recording.End(result)))
        live = result
      }
    }
    let text = lines.joined(separator: "\n") + "\n"
    let recording = try Recording(parsing: text)
    #expect(recording.observations.count == 40)
    let events = recording.replay()
    guard case .finished(let result) = try #require(events.last) else {
      Issue.record("the last event is no result")
      return
    }
    #expect(result.devices == live?.devices)
    #expect(result.counters.updates >= 4)
    let half = try Recording(parsing: String(text.dropLast(30)))
    #expect(half.end == nil)
    #expect(throws: Recording.ParseError(line: 3)) {
      try Recording(parsing: lines[0] + "\n" + lines[1] + "\nnonsense\n")
    }
  }

  @Test func `every kind of fact survives a recording`() throws {
    let service = ServiceInstance(
      type: "_http._tcp",
      name: "A\u{0}“B”",
      host: "a.local",
      port: 80,
      txt: ["a": .present, "b": .text("c=d"), "e": .bytes([0, 255])]
    )
    let mac = MACAddress(rawValue: 0x3c22_fb00_0007)
    let facts: [Fact] = [
      .answered(rttMs: 0.25), .answered(rttMs: nil), .linkAddress(mac), .rememberedLinkAddress(mac),
      .unresolved, .name("a.lan"),
      .hostAddress(host: "a.local", address: .v6(.loopback, zone: "lo")),
      .service(service), .ssdp(SSDPAnnouncement(target: "a", usn: "b", headers: ["c": "d"])),
      .netbios(NetBIOSIdentity(names: ["A"], group: nil, mac: mac)), .port(80, .tcp, .open),
      .gateway, .ownAddress,
    ]
    for fact in facts {
      let observation = Observation(time: Self.began, source: .mdns, subject: nil, fact: fact)
      let line = try JSONText.encode(observation)
      #expect(!line.contains("\n"))
      #expect(try JSONText.decode(Observation.self, from: line) == observation)
    }
  }

  @Test(arguments: ["{}", #"{"gateway":true,"unresolved":true}"#, #"{"nonsense":1}"#])
  func `a fact is an object with one known key`(text: String) {
    #expect(throws: (any Error).self) { try JSONText.decode(Fact.self, from: text) }
  }

  @Test func `nothing in JSON acts on a terminal`() throws {
    #expect(try JSONText.encode(["a\u{9B}\u{202E}\u{1B}é"]) == #"["a\u009b\u202e\u001bé"]"#)
  }
}
