import Discovery
import Identification
package import Model
package import Wire

/// An address from its text; a wrong one, which no device can have, fails the test that uses it.
package func ip(_ text: String) -> IPAddress { IPAddress(text) ?? .v4(.any) }

package func mac(_ text: String) -> MACAddress { MACAddress(text) ?? .broadcast }

/// An observation at a moment counted in milliseconds.
package func saw(
  _ subject: String?,
  _ fact: Fact,
  from source: Source = .neighbours,
  at time: Int64 = 1000
) -> Observation {
  Observation(
    time: Timestamp(milliseconds: time),
    source: source,
    subject: subject.map(ip),
    fact: fact
  )
}

package func fold(_ observations: [Observation]) -> [Device] {
  var fold = DeviceFold(identifier: Identifier())
  for observation in observations { fold.insert(observation) }
  return fold.devices()
}

/// The sets of addresses that became devices, as text.
package func partition(_ observations: [Observation]) -> [[String]] {
  fold(observations).map { $0.addresses.map(\.description) }
}

package func airplay(
  _ name: String,
  host: String? = nil,
  port: UInt16? = nil,
  _ txt: [String: String] = [:]
) -> Fact {
  .service(
    ServiceInstance(
      type: "_airplay._tcp",
      name: name,
      host: host,
      port: port,
      txt: txt.mapValues { .text($0) }
    )
  )
}

package func claim(_ host: String, _ address: String) -> Fact {
  .hostAddress(host: host, address: ip(address))
}
