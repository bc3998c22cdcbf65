import Home
import Model
import Wire

extension StoredDevice {
  static let phone = StoredDevice(
    key: 3,
    identities: ["mac:c4:88:e5:1d:77:06", "name:galaxy"],
    firstSeen: Timestamp(milliseconds: 1_800_000_000_000),
    lastSeen: Timestamp(milliseconds: 1_800_000_060_001),
    isNew: true,
    observations: [.named("galaxy.lan"), .named("Ünï’s \"phone\"\u{1B}[2J\n")]
  )

  static let printer = StoredDevice(
    key: 12,
    identities: ["mac:00:1b:a9:01:02:03"],
    marks: Annotations(note: "toner in the cellar"),
    firstSeen: Timestamp(milliseconds: 1_700_000_000_000),
    lastSeen: Timestamp(milliseconds: 1_800_000_060_001),
    probedAt: Timestamp(milliseconds: 1_700_000_000_500),
    observations: [
      Observation(
        time: Timestamp(milliseconds: 1_700_000_000_000),
        source: .arp,
        subject: .v4(IPv4Address(192, 168, 1, 20)),
        fact: .answered(rttMs: 0.4)
      )
    ]
  )
}

extension Observation {
  static func named(_ name: String) -> Observation {
    Observation(
      time: Timestamp(milliseconds: 1_800_000_000_000),
      source: .mdns,
      subject: .v4(IPv4Address(192, 168, 1, 7)),
      fact: .name(name)
    )
  }
}
