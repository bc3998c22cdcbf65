public import DemoHome
public import Discovery
import Wire

extension SimulatedHome {
  /// A home whose hosts say what the records say, on links that lose and delay frames.
  ///
  /// Frames take 0.3–3 ms, different for each host, and up to 6 ms more, different for each frame;
  /// every third host loses 1 % of them in each direction.
  ///
  /// - Parameters:
  ///   - records: those with an address of the home and a MAC, which nobody else has.
  ///   - seed: which links are how late.
  ///   - requests: where the hosts note the pages that they are asked for.
  /// - Returns: the home, and what of the records it cannot serve, by label.
  public static func recorded(
    _ records: [EvidenceRecord],
    seed: UInt64,
    noting requests: RequestLog = RequestLog()
  ) -> (home: SimulatedHome, unserved: [String: [RecordedHost.Unserved]]) {
    var random = SplitMix64(seed: seed)
    var home = SimulatedHome(domain: "home.arpa", devices: [])
    var unserved: [String: [RecordedHost.Unserved]] = [:]
    var addresses: Set<IPv4Address> = [home.scannerAddress]
    for (number, record) in records.enumerated() {
      let delay = Duration.microseconds(Int.random(in: 300...3000, using: &random))
      let impairment = Impairment(
        loss: number.isMultiple(of: 3) ? 0.01 : 0,
        delay: delay...(delay + .milliseconds(6))
      )
      guard let host = RecordedHost(record, reach: .link(impairment), requests: requests),
        home.prefix.contains(host.device.address), addresses.insert(host.device.address).inserted
      else { continue }
      home.devices.append(host.device)
      unserved[record.id] = host.unserved
    }
    return (home, unserved)
  }
}
