import Discovery
import Identification
import Model
import Wire

/// An address from its text; a wrong one, which no device can have, fails the test that uses it.
func ip(_ text: String) -> IPAddress { IPAddress(text) ?? .v4(.any) }

func mac(_ text: String) -> MACAddress { MACAddress(text) ?? .broadcast }

/// An observation at a moment counted in milliseconds.
func saw(
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

func fold(_ observations: [Observation]) -> [Device] {
  var fold = DeviceFold(identifier: Identifier())
  for observation in observations { fold.insert(observation) }
  return fold.devices()
}

/// The sets of addresses that became devices, as text.
func partition(_ observations: [Observation]) -> [[String]] {
  fold(observations).map { $0.addresses.map(\.description) }
}

func airplay(
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

func claim(_ host: String, _ address: String) -> Fact {
  .hostAddress(host: host, address: ip(address))
}

/// SplitMix64: the same sequence for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
