import ArgumentParser
import DemoHome
import Discovery
import Glibc
import Networking
import Simulation

/// `netlab records`: a home whose hosts say what records of evidence say.
struct RecordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "records",
    abstract: "Serve records of evidence by hosts of a simulated home.",
    discussion: """
      Each line of the file is a record as `homenet identify` reads them, with an address of \
      192.168.77.0/24 and a MAC; the one with {"gateway":true} is the router. Links lose and delay \
      frames. Prints the line that `netlab home` prints, of the schema "netlab.records/1"; a device \
      has {"label","ip","mac","unserved":[{"key","reason"}]}.

      Commands on standard input, a line each:
        asked    {"devices":[{"label","tcp":{"80":1},"udp":{"161":1},"pages":["GET :80/"]}]}: the \
      connections, the datagrams and the pages that came in
      """
  )

  @Argument(help: "The file of records.")
  var file: String

  @Option(help: "Which frames are lost, and how late the others are.")
  var seed: UInt64 = 1

  @Option(help: "End after so many seconds at the latest.")
  var timeLimit = 120

  func run() throws {
    let start = ContinuousClock.now
    let requests = RequestLog()
    let (home, unserved) = SimulatedHome.recorded(try records(), seed: seed, noting: requests)
    let built: NamespacedHome
    do {
      built = try NamespacedHome(home, hasRadios: true, seed: seed)
    } catch {
      throw ValidationError("no network namespaces here: \(error)")
    }
    let devices = home.devices.map { device in
      JSONLine.object([
        ("label", .text(device.label)), ("ip", .text("\(device.address)")),
        ("mac", .text("\(device.mac)")),
        ("unserved", .list((unserved[device.label] ?? []).map(\.line))),
      ])
    }
    built.line(schema: "netlab.records/1", built: .now - start, devices: devices).print()
    TimeLimit.seconds(timeLimit).run { line in
      switch line {
      case "asked": asked(of: built, requests).print()
      default:
        JSONLine.object([("ok", .bool(false)), ("error", .text("unknown: \(line)"))]).print()
      }
    }
  }

  /// A home has some dozens of hosts, a record at most a megabyte.
  private static let mostBytes = 64 << 20

  private func records() throws -> [EvidenceRecord] {
    guard let stream = fopen(file, "r") else { throw ValidationError("cannot read \(file)") }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < Self.mostBytes {
      let count = fread(&buffer, 1, buffer.count, stream)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return try bytes.split(separator: UInt8(ascii: "\n")).enumerated().map { number, line in
      do {
        return try EvidenceRecord(parsing: Array(line), number: number + 1)
      } catch {
        throw ValidationError("\(file): \(error)")
      }
    }
  }

  private func asked(of home: NamespacedHome, _ requests: RequestLog) -> JSONLine {
    let counters = home.counters
    func ports(_ counted: [DeviceCounters.Port: Int], _ label: String) -> JSONLine {
      let own = counted.filter { $0.key.device == label }.sorted { $0.key.port < $1.key.port }
      return .object(own.map { ("\($0.key.port)", .number(Double($0.value))) })
    }
    let devices = home.home.devices.map { device in
      JSONLine.object([
        ("label", .text(device.label)), ("tcp", ports(counters.connections, device.label)),
        ("udp", ports(counters.datagrams, device.label)),
        ("pages", .list(requests.requests(to: device.label).map(JSONLine.text))),
      ])
    }
    return .object([("devices", .list(devices))])
  }
}

extension RecordedHost.Unserved {
  fileprivate var line: JSONLine { .object([("key", .text(key)), ("reason", .text(reason))]) }
}
