import DemoHome
import Discovery
import LinuxNetwork
import Model
import Probing
import Simulation
import Testing

/// What a printer would print of a whole scan over real sockets: nothing.
@Suite(.serialized) struct PrintingPortTests {
  @Test func `a whole scan asks a printer much, and writes no byte where it prints`() async throws {
    let printers = SimulatedHome.large.devices.filter { $0.isRouter || $0.category == .printer }
    let home = try NamespacedHome(SimulatedHome(devices: printers))
    let network = try LinuxNetwork(
      namespace: home.scannerNamespace,
      resolverPath: home.resolverPath
    )
    let configuration = try await network.configuration()
    let planned = try ScanPlanner(configuration: configuration, options: ScanOptions()).plan()
    let scan = Scan(
      planned,
      on: network,
      sources: standardSources(for:),
      started: Timestamp(milliseconds: 0)
    )
    var result: ScanResult?
    for await case .finished(let finished) in scan.events { result = finished }
    let devices = try #require(result).devices
    #expect(devices.count { $0.verdict.category == .printer } == printers.count - 1)
    let counters = home.counters
    // It did ask: the same printers heard of it at their web pages.
    for printer in printers where !printer.isRouter {
      #expect(counters.bytes[.init(printer.label, 80), default: 0] > 0, "\(printer.label)")
      for port in [515, 9100] as [UInt16] {
        #expect(counters.bytes[.init(printer.label, port)] == nil, "\(printer.label)")
        #expect(counters.connections[.init(printer.label, port)] == nil, "\(printer.label)")
      }
    }
    #expect(counters.printedBytes == 0)
  }
}
