import Model
import Networking
import Wire

/// Asks hosts of which nothing but the address block is known: what a module's devices answer to their
/// makers' apps, and the front pages of ports that others use for something of their own.
///
/// Who announces a service, describes itself or has answered a datagram is left to the other probes.
struct UnmarkedHostProbe: DeviceProbe {
  /// Where something else than a page is expected first.
  private static let ports: [UInt16] = [5000, 8008, 8123, 32400, 1400]
  /// What is asked of one host where everybody wasn't asked: with repetitions within a host's limit.
  private static let mostDatagrams = 10

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isUnmarked else { return [] }
    let pages = Self.ports.filter(host.openPorts.contains)
      .map { Question.http($0, HTTPQuestion("/")) }
    guard host.isModuleMade, !host.wasAskedWithAll else { return pages }
    return pages + Self.datagrams
  }

  /// The first datagrams of the table's smart devices, each to one host.
  private static let datagrams: [Question] =
    (BroadcastProtocols.smartHome + BroadcastProtocols.climateAndEnergy)
    .filter { $0.answer == .samePort && !$0.isIPv6 && !$0.answers.isEmpty }
    .prefix(mostDatagrams)
    .map { row in
      .datagram(
        row.port,
        .maker,
        row.answers[0],
        row.datagram(BroadcastProtocol.Asker(address: .any, port: 0)),
        read: row.read
      )
    }
}
