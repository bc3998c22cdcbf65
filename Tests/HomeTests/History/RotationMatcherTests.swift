import HomeSupport
import Testing
@testable import Home
@testable import Model

@Suite struct `Rotating link addresses` {
  private static func hours(_ from: Int64, _ to: Int64) -> ClosedRange<Timestamp> {
    Timestamp(milliseconds: from * 3_600_000)...Timestamp(milliseconds: to * 3_600_000)
  }

  private let old = RotationMatcher.Candidate(
    slot: 1,
    mac: "da:11:32:00:00:01",
    keys: ["deviceid:aabbccddee01"],
    hostname: "Annas-iPhone.local",
    category: .phone,
    vendor: "Apple",
    seen: [hours(0, 100)]
  )

  private let new = RotationMatcher.Candidate(
    slot: 9,
    mac: "da:11:32:00:00:99",
    keys: ["deviceid:aabbccddee01"],
    hostname: "Annas-iPhone.local",
    category: .phone,
    vendor: "Apple",
    seen: [hours(101, 102)]
  )

  @Test func `are matched by what the device states`() {
    #expect(
      RotationMatcher.match(new, among: [old])
        == .matched(slot: 1, reason: .statedID, confidence: 0.98)
    )
    var renamed = new
    renamed.hostname = nil
    renamed.category = .unknown
    renamed.keys = ["dhcp:01aabbccddeeff"]
    var known = old
    known.keys = ["dhcp:01aabbccddeeff"]
    #expect(
      RotationMatcher.match(renamed, among: [known])
        == .matched(slot: 1, reason: .dhcpClient, confidence: 0.95)
    )
  }

  @Test func `are matched by a key only where they have one name`() {
    var (first, second) = (old, new)
    first.keys = ["ssh:0a1b2c3d4e5f"]
    second.keys = ["ssh:0a1b2c3d4e5f"]
    #expect(
      RotationMatcher.match(second, among: [first])
        == .matched(slot: 1, reason: .sharedKey, confidence: 0.9)
    )
    // Two machines made of one image.
    second.hostname = "router"
    #expect(second.category == first.category)
    #expect(RotationMatcher.match(second, among: [first]) == .unmatched)
  }

  @Test func `are matched by a DHCP client id only where nothing contradicts`() {
    var (first, second) = (old, new)
    first.keys = ["dhcp:ff5de26c15000200"]
    second.keys = first.keys
    let match = RotationMatcher.Match.matched(slot: 1, reason: .dhcpClient, confidence: 0.95)
    second.category = .tablet
    #expect(RotationMatcher.match(second, among: [first]) == match, "it has its name")
    // Two virtual machines made of one image, one after the other; or a forged request.
    second = new
    second.keys = first.keys
    second.hostname = "build-server"
    #expect(RotationMatcher.match(second, among: [first]) == .unmatched, "another name")
    second.hostname = nil
    #expect(RotationMatcher.match(second, among: [first]) == match)
    second.category = .printer
    #expect(RotationMatcher.match(second, among: [first]) == .unmatched, "another kind")
    second.category = first.category
    (first.model, second.model) = ("iPhone 13", "Pixel 8")
    #expect(RotationMatcher.match(second, among: [first]) == .unmatched, "another model")
    second.model = nil
    #expect(RotationMatcher.match(second, among: [first]) == match)
    first.keys.append("ssh:0a1b2c3d4e5f")
    second.keys.append("ssh:ffeeddccbbaa")
    #expect(RotationMatcher.match(second, among: [first]) == .unmatched, "another host key")
  }

  @Test func `are not matched while both are there, or several could be meant`() {
    var both = old
    both.seen = [Self.hours(0, 100), Self.hours(101, 103)]
    #expect(RotationMatcher.match(new, among: [both]) == .unmatched)
    var twin = old
    twin.slot = 2
    twin.mac = "da:11:32:00:00:02"
    #expect(RotationMatcher.match(new, among: [old, twin]) == .unmatched)
    // A stale entry of the neighbour table is seen for some seconds.
    var stale = old
    stale.seen = [
      Timestamp(milliseconds: 0)...Timestamp(milliseconds: 101 * 3_600_000 + 9000)
    ]
    #expect(RotationMatcher.match(new, among: [stale]) != .unmatched)
  }

  @Test func `are proposed by name and kind where the two take turns`() {
    var (first, second) = (old, new)
    first.keys = []
    second.keys = []
    #expect(
      RotationMatcher.match(second, among: [first])
        == .proposed(slot: 1, reason: .nameAndTurns, confidence: 0.75)
    )
    second.category = .unknown
    #expect(RotationMatcher.match(second, among: [first]) == .unmatched)
    second.category = .phone
    second.vendor = "Samsung"
    #expect(RotationMatcher.match(second, among: [first]) == .unmatched)
    second.vendor = nil
    second.keys = ["deviceid:aabbccddee77"]
    first.keys = ["deviceid:aabbccddee01"]
    #expect(
      RotationMatcher.match(second, among: [first]) == .unmatched,
      "it says that it is another"
    )
    first.keys = []
    second.seen = [Self.hours(100 + 61 * 24, 101 + 61 * 24)]
    #expect(RotationMatcher.match(second, among: [first]) == .unmatched, "too long ago")
  }

  @Test func `are not proposed by names that many have, nor for other cards`() {
    var (first, second) = (old, new)
    first.keys = []
    second.keys = []
    for name in ["iphone.local", "android-0123456789abcdef", nil] {
      first.hostname = name
      second.hostname = name
      #expect(RotationMatcher.match(second, among: [first]) == .unmatched, "\(name ?? "none")")
    }
    first.hostname = "Annas-iPhone"
    second.hostname = "annas-iphone.lan"
    #expect(RotationMatcher.match(second, among: [first]) != .unmatched)
    first.mac = "00:11:32:00:00:01"
    #expect(RotationMatcher.match(second, among: [first]) == .unmatched, "a lasting link address")
    second.mac = "00:11:32:00:00:77"
    second.keys = old.keys
    first.keys = old.keys
    #expect(RotationMatcher.match(second, among: [first]) == .unmatched, "it does not rotate")
  }
}
