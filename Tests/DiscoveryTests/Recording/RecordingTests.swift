import Identification
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Model

@Suite struct RecordingTests {
  private static let header =
    #"{"networks":[],"schema":"homenet.recording/1","started":"0001-01-01T00:00:00Z"}"#
  private static let observation =
    #"{"fact":{"answered":{}},"source":"tcp","subject":"192.168.1.9","time":"9999-12-31T23:59:59Z"}"#
  private static func end(_ duration: String) -> String {
    #"{"counters":{"packets_sent":1,"peak_sockets":1,"tcp_connections":1,"updates":1},"#
      + #""duration_ms":\#(duration),"finished":true,"interrupted":false}"#
  }

  private static func result(_ lines: [String], separator: String = "\n") throws -> ScanResult {
    let text = lines.map { $0 + separator }.joined()
    let events = try Recording(parsing: text).replay()
    guard case .finished(let result)? = events.last else {
      throw Recording.ParseError(line: 0)
    }
    return result
  }

  @Test(arguments: ["1e300", "-1e300", "1e18", "0", "-5"])
  func `no duration in a file is too long to be shown`(duration: String) throws {
    let result = try Self.result([Self.header, Self.end(duration)])
    #expect(result.duration >= .zero)
    #expect(try !JSONText.encode(result).isEmpty)
  }

  @Test func `ten thousand years between two lines are a slip`() throws {
    let result = try Self.result([Self.header, Self.observation, Self.end("1")])
    #expect(result.devices.count == 1)
    #expect(try !JSONText.encode(result).isEmpty)
  }

  @Test func `lines may end as on Windows`() throws {
    let result = try Self.result([Self.header, Self.observation], separator: "\r\n")
    #expect(result.devices.count == 1)
  }

  @Test func `the makers are those of the registry that is given`() throws {
    var recording = try Recording(parsing: Self.header + "\n")
    let mac = try #require(MACAddress("fc:ff:aa:00:00:01"))
    for fact in [Fact.answered(rttMs: nil), .linkAddress(mac)] {
      recording.observations.append(
        Observation(
          time: Timestamp(milliseconds: 0),
          source: .neighbours,
          subject: IPAddress("192.168.1.9"),
          fact: fact
        )
      )
    }
    let newer = try VendorTable(files: [Array("FC:FF:AA\tNew\tNewcomer Limited\n".utf8)])
    let identifier = Identifier(vendors: VendorRegistry(adding: newer))
    for (events, vendor) in [
      (recording.replay(identifier: identifier), "Newcomer"), (recording.replay(), nil),
    ] as [([ScanEvent], String?)] {
      guard case .finished(let result)? = events.last else { throw Recording.ParseError(line: 0) }
      #expect(result.devices.map(\.verdict.vendor) == [vendor])
    }
  }

  @Test func `a recording that was cut short is good up to there`() throws {
    let text = Self.header + "\n" + Self.observation + "\n" + Self.observation.prefix(30)
    #expect(try Recording(parsing: text).observations.count == 1)
  }

  @Test func `a line that is no part of a recording is named`() throws {
    let text = [Self.header, #"{"x":1}"#, ""].joined(separator: "\n")
    #expect(throws: Recording.ParseError(line: 2)) { try Recording(parsing: text) }
  }

  @Test func `what was sent comes back`() throws {
    var traffic = TrafficLedger()
    let nas = try #require(IPAddress("192.168.1.9"))
    traffic.sentPacket(to: nas, for: .latency, bytes: 64)
    traffic.sentPacket(to: nas, for: .latency, bytes: 64)
    traffic.connected(to: nas, for: .ports)
    traffic.wrote(to: try #require(IPAddress("fe80::1%eth0")), for: .http, bytes: 300)
    let result = ScanResult(
      networks: [],
      started: Timestamp(milliseconds: 0),
      duration: .seconds(1),
      traffic: traffic,
      devices: []
    )
    let end = try JSONText.encode(Recording.End(result))
    #expect(try Self.result([Self.header, end]).traffic == traffic)
    #expect(try Self.result([Self.header, Self.end("1")]).traffic == TrafficLedger())
  }

  @Test func `what cannot have been sent is not believed`() throws {
    let end = Self.end("1").replacing(
      #""finished""#,
      with: #""sent":{"192.168.1.9":{"echo":{"packets":9223372036854775807},"spell":{}},"#
        + #""nobody":{"echo":{"packets":1}},"192.168.1.8":{"echo":{"packets":-5}}},"finished""#
    )
    let traffic = try Self.result([Self.header, end]).traffic
    #expect(traffic.packetsSent == 1_000_000)
    #expect(traffic.counts.count == 2)
  }
}
