import HomeSupport
import Testing
import Wire
@testable import Probing
@testable import Networking
@testable import Discovery
@testable import Home
@testable import Model

@Suite(.timeLimit(.minutes(1))) struct `A clock that is wrong` {
  /// 2026-03-01T12:00:00Z.
  private static let now = Timestamp(milliseconds: 1_772_366_400_000)

  private static func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

  // MARK: Noticing

  @Test func `is noticed when it is set, by as much as it is set`() throws {
    var clock = ClockStepDetector()
    let began = Self.now.milliseconds
    func look(_ milliseconds: Int64, _ elapsed: Duration) -> ClockStep? {
      clock.step(wall: Timestamp(milliseconds: milliseconds), elapsed: elapsed)
    }
    #expect(look(began, .zero) == nil)
    #expect(look(began + 2000, .seconds(2)) == nil)
    // Slewed for long, and a little step: nothing to speak of.
    for second in Int64(1)...200 {
      #expect(look(began + 2000 + second * 1900, .seconds(2 + 2 * second)) == nil)
    }
    let back = try #require(look(0, .seconds(404)))
    #expect(back.milliseconds == -(began + 384_000))
    #expect(back.given.upperBound.milliseconds == began + 384_000)
    #expect(back.given.lowerBound.milliseconds == began - 20_000)
    let forth = try #require(look(began + 406_000, .seconds(406)))
    #expect(forth.milliseconds == began + 404_000)
    #expect(forth.given.upperBound.milliseconds == 2000)
    #expect(look(began + 408_000, .seconds(408)) == nil)
  }

  // MARK: Mending

  private static func device(
    first: String,
    last: String,
    probed: String? = nil,
    observed: [String] = []
  ) throws -> StoredDevice {
    StoredDevice(
      key: 1,
      identities: ["mac-02005e000001"],
      firstSeen: try time(first),
      lastSeen: try time(last),
      probedAt: try probed.map(time),
      observations: try observed.map {
        Observation(
          time: try time($0),
          source: .arp,
          subject: .v4(IPv4Address(192, 168, 7, 9)),
          fact: .answered(rttMs: 1)
        )
      }
    )
  }

  private func corrected(
    _ device: StoredDevice,
    now: Timestamp = now,
    step: ClockStep? = nil
  ) -> [String] {
    let device = ClockCorrection(now: now, step: step).corrected(device)
    return
      ([device.firstSeen, device.lastSeen, device.probedAt].map { $0?.description ?? "-" }
      + device.observations.map(\.time.description)).map { String($0.prefix(10)) }
  }

  @Test func `leaves what can be as it is`() throws {
    let device = try Self.device(
      first: "2024-05-01T00:00:00Z",
      last: "2026-02-01T00:00:00Z",
      probed: "2026-01-01T00:00:00Z",
      observed: ["2026-01-02T00:00:00Z"]
    )
    #expect(ClockCorrection(now: Self.now).corrected(device) == device)
  }

  @Test func `leaves no time in the future`() throws {
    let device = try Self.device(
      first: "2107-05-01T00:00:00Z",
      last: "2107-06-01T00:00:00Z",
      probed: "2107-05-01T00:00:00Z",
      observed: ["2107-06-01T00:00:00Z", "2025-04-01T00:00:00Z"]
    )
    #expect(corrected(device) == ["2025-04-01", "2026-03-01", "-", "2026-03-01", "2025-04-01"])
  }

  @Test func `leaves no time before there was a homenet`() throws {
    let device = try Self.device(
      first: "1970-01-01T00:00:10Z",
      last: "2026-02-01T00:00:00Z",
      probed: "1970-01-01T00:00:10Z",
      observed: ["1970-01-01T00:00:10Z", "2025-04-01T00:00:00Z"]
    )
    #expect(corrected(device) == ["2025-04-01", "2026-02-01", "-", "2025-04-01", "2025-04-01"])
    let never = try Self.device(first: "1970-01-01T00:00:10Z", last: "1970-01-01T00:00:10Z")
    #expect(corrected(never) == ["2026-03-01", "2026-03-01", "-"], "nothing better is known")
  }

  @Test func `mends nothing while it is wrong itself`() throws {
    let device = try Self.device(first: "2024-05-01T00:00:00Z", last: "2026-02-01T00:00:00Z")
    let before = Timestamp(milliseconds: 5000)
    #expect(ClockCorrection(now: before).corrected(device) == device)
    #expect(ClockCorrection.earlier(before, Self.now) == Self.now)
    #expect(ClockCorrection.earlier(Self.now, before) == Self.now)
    let later = Timestamp(milliseconds: Self.now.milliseconds + 1)
    #expect(ClockCorrection.earlier(Self.now, later) == Self.now)
  }

  @Test func `moves what it gave when it is set, there and back`() throws {
    let device = try Self.device(
      first: "1970-01-01T00:00:10Z",
      last: "1970-01-01T00:00:40Z",
      observed: ["1970-01-01T00:00:20Z"]
    )
    let given = Timestamp(milliseconds: 0)...Timestamp(milliseconds: 60_000)
    let forth = ClockStep(given: given, milliseconds: Self.now.milliseconds - 60_000)
    let right = ClockCorrection(now: Self.now, step: forth).corrected(device)
    #expect(right.firstSeen.description == "2026-03-01T11:59:10.000Z")
    #expect(right.lastSeen.description == "2026-03-01T11:59:40.000Z")
    #expect(right.observations.first?.time.description == "2026-03-01T11:59:20.000Z")
    // A mistyped year, mended a moment later: what was right stays, what was wrong is moved back.
    let began = Timestamp(milliseconds: Self.now.milliseconds - 60_000)
    let years: Int64 = 81 * 365 * 86_400_000
    let ahead = ClockStep(given: began...Self.now, milliseconds: years)
    let future = Timestamp(milliseconds: Self.now.milliseconds + years)
    #expect(ClockCorrection(now: future, step: ahead).corrected(right) == right)
    var wrong = right
    wrong.lastSeen = future
    let back = ClockStep(
      given: Timestamp(milliseconds: began.milliseconds + years)...future,
      milliseconds: -years
    )
    let corrected = ClockCorrection(now: Self.now, step: back).corrected(wrong)
    #expect(corrected.firstSeen == right.firstSeen && corrected.lastSeen == Self.now)
  }

  @Test func `is not taken for wrong before where it stood still`() throws {
    let device = try Self.device(
      first: "2026-03-01T09:00:00Z",
      last: "2026-03-01T10:00:00Z",
      observed: ["2026-03-01T09:30:00Z"]
    )
    // A virtual machine was paused for two hours; then its clock was set.
    let given = try Self.time("2026-03-01T08:00:00Z")...Self.time("2026-03-01T10:00:00Z")
    let step = ClockStep(given: given, milliseconds: 7_200_000)
    #expect(ClockCorrection(now: Self.now, step: step).corrected(device) == device)
  }

  // MARK: The watch

  @Test func `once set, leaves a home as if it had been right`() async throws {
    let wall = Lock(Timestamp(milliseconds: 30_000))
    let network = ControlledNetwork(
      .plain(IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24), hosts: 2)
    )
    let watch = HomeWatch(
      on: network,
      sources: standardSources(for:),
      options: WatchOptions(every: .seconds(3600)),
      now: { wall.withLock { $0 } }
    )
    let run = Task { await watch.run() }
    var plans = network.plans.makeAsyncIterator()
    _ = await plans.next()
    let address = IPAddress.v4(IPv4Address(192, 168, 7, 9))
    let mac = MACAddress(rawValue: 0x0011_32AA_BBCC)
    for fact in [Fact.answered(rttMs: 1), .linkAddress(mac)] {
      network.tell(
        .observation(
          Observation(time: wall.withLock { $0 }, source: .arp, subject: address, fact: fact)
        )
      )
    }
    let (snapshot, updates) = await watch.follow()
    if snapshot.devices.isEmpty {
      for await update in updates where !update.changed.isEmpty { break }
    }
    wall.withLock { $0 = Self.now }
    await watch.lookAtClock()
    let device = try #require(await watch.snapshot().devices.first)
    for time in [device.device.firstSeen, device.device.lastSeen] {
      #expect(abs(Self.now.milliseconds - time.milliseconds) < 60_000, "\(time)")
    }
    _ = await plans.next()
    let started = try #require(await watch.snapshot().status.scan.started)
    #expect(started == Self.now, "a new round goes by the new time")
    run.cancel()
    await run.value
  }
}
