public import Identification
public import Model
import Networking
import Wire

/// A scan on file: a header, then one observation a line, then how it ended.
///
/// Recordings can be folded again without a network, for bug reports, tests and accuracy tables. A
/// truncated recording, without its end or with half a line, can be read.
public struct Recording: Sendable {
  /// What was scanned and when.
  public var header: Header
  /// What was observed, in order.
  public var observations: [Observation]
  /// How it ended; `nil` if the recording was cut short.
  public var end: End?

  /// The first line.
  public struct Header: Hashable, Sendable, Codable {
    /// `homenet.recording/1`.
    public var schema = Recording.schema
    /// When the scan began.
    public var started: Timestamp
    /// The networks that were considered.
    public var networks: [NetworkReport]

    /// The header of a scan.
    public init(started: Timestamp, networks: [NetworkReport]) {
      self.started = started
      self.networks = networks
    }
  }

  /// The last line.
  public struct End: Hashable, Sendable, Codable {
    var finished = true
    var duration_ms: Double
    var interrupted: Bool
    var counters: ScanCounters
    /// What was sent; older recordings don't say.
    var sent: RecordedTraffic?

    /// The end of a scan.
    public init(_ result: ScanResult) {
      duration_ms = result.duration.milliseconds
      interrupted = result.interrupted
      counters = result.counters
      sent = RecordedTraffic(result.traffic)
    }
  }

  /// The schema of the lines.
  public static let schema = "homenet.recording/1"

  /// Why a file is no recording.
  public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    public var line: Int

    /// `line 3 is no part of a recording`.
    public var description: String {
      "line \(line) is not a part of a recording (\(Recording.schema))"
    }
  }

  /// Whether the line is a recording's first.
  public static func isHeader(_ line: String) -> Bool {
    (try? JSONText.decode(Header.self, from: line))?.schema == schema
  }

  /// Parses a recording's lines.
  public init(parsing text: String) throws(ParseError) {
    // By bytes: to Swift a carriage return and a line feed are one character, which is no line feed.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Substring.init)
    guard let first = lines.first, let header = try? JSONText.decode(Header.self, from: first),
      header.schema == Self.schema
    else { throw ParseError(line: 1) }
    self.header = header
    observations = []
    // What follows the last newline is half a line, or nothing.
    for (index, line) in lines.enumerated().dropFirst().dropLast()
    where !line.allSatisfy(\.isWhitespace) {
      if let observation = try? JSONText.decode(Observation.self, from: line) {
        observations.append(observation)
      } else if let end = try? JSONText.decode(End.self, from: line) {
        self.end = end
      } else {
        throw ParseError(line: index + 1)
      }
    }
  }
}

extension Recording {
  /// The longest duration that is believed; longer ones might not fit into a `Duration`.
  private static let longest = Duration.seconds(366 * 86_400)

  /// The events of the recorded scan: the same devices, as the identifier sees them, and updates at the
  /// same pace.
  public func replay(identifier: Identifier = Identifier()) -> [ScanEvent] {
    var picture = ScanPicture(identifier: identifier, networks: header.networks)
    var events: [ScanEvent] = []
    var elapsed = Duration.zero
    for observation in observations {
      let moment = observation.time.milliseconds - header.started.milliseconds
      // The clock of a recording never goes back.
      elapsed = max(elapsed, min(.milliseconds(max(0, moment)), Self.longest))
      while let due = picture.due, due <= elapsed {
        events.append(.update(picture.update(at: due)))
      }
      picture.take(.observation(observation), at: elapsed)
      events.append(.observation(observation))
    }
    if let end {
      // Compared as a number first: a huge one is no duration.
      let limit = Self.longest.milliseconds
      let duration = end.duration_ms.isFinite ? min(max(0, end.duration_ms), limit) : 0
      elapsed = max(elapsed, .milliseconds(duration))
    }
    if picture.due != nil { events.append(.update(picture.update(at: elapsed))) }
    var counters = end?.counters ?? ScanCounters()
    counters.updates = picture.updates
    let result = ScanResult(
      networks: header.networks,
      started: header.started,
      duration: elapsed,
      interrupted: end?.interrupted ?? true,
      counters: counters,
      traffic: end?.sent?.ledger ?? TrafficLedger(),
      devices: picture.devices()
    )
    return events + [.finished(result)]
  }
}

/// The traffic ledger as stored in a recording: `{"192.168.1.20":{"echo":{"packets":7}}}`.
struct RecordedTraffic: Hashable, Sendable, Codable {
  /// How much was sent for one purpose; zeros are left out.
  struct Count: Hashable, Sendable, Codable {
    var packets: Int?
    var connections: Int?
    var messages: Int?
    var bytes: Int?
  }

  /// By address and purpose.
  private var counts: [String: [String: Count]]

  /// No scan asks more.
  private static let mostAddresses = 100_000

  init(_ ledger: TrafficLedger) {
    counts = [:]
    for (address, purposes) in ledger.counts {
      counts[address.description] = Dictionary(
        uniqueKeysWithValues: purposes.map { purpose, count in
          (
            purpose.rawValue,
            Count(
              packets: count.packets == 0 ? nil : count.packets,
              connections: count.connections == 0 ? nil : count.connections,
              messages: count.messages == 0 ? nil : count.messages,
              bytes: count.bytes == 0 ? nil : count.bytes
            )
          )
        }
      )
    }
  }

  init(from decoder: any Decoder) throws {
    counts = try decoder.singleValueContainer().decode([String: [String: Count]].self)
  }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.singleValueContainer()
    try json.encode(counts)
  }

  /// The ledger, without unknown addresses and purposes and without impossible counts.
  var ledger: TrafficLedger {
    var ledger = TrafficLedger()
    for (text, purposes) in counts.prefix(Self.mostAddresses) {
      guard let address = IPAddress(text) else { continue }
      for (name, count) in purposes {
        guard let purpose = Purpose(rawValue: name) else { continue }
        let usable = { (number: Int?) in min(max(0, number ?? 0), 1_000_000) }
        // What a million messages of a kilobyte hold.
        let usableBytes = min(max(0, count.bytes ?? 0), 1_000_000_000)
        var told = TrafficLedger.Count()
        told.packets = usable(count.packets)
        told.connections = usable(count.connections)
        told.messages = usable(count.messages)
        told.bytes = usableBytes
        ledger.add(told, to: address, for: purpose)
      }
    }
    return ledger
  }
}
