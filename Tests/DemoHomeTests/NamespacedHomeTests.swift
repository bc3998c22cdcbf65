import DemoHome
@testable import LinuxNetwork
import Glibc
import Networking
import Simulation
import Testing
import Wire

/// Each test looks at a home from its scanner's namespace, with plain sockets.
@Suite(.serialized) struct NamespacedHomeTests {
  /// A query for every service type (RFC 6763, section 9), from an ephemeral port.
  private static let metaQuery: [UInt8] =
    [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 9] + Array("_services".utf8) + [7]
    + Array("_dns-sd".utf8) + [4] + Array("_udp".utf8) + [5] + Array("local".utf8)
    + [0, 0, 12, 0, 1]

  private func inside<Value: Sendable>(
    _ home: NamespacedHome,
    _ body: @escaping @Sendable () throws(LocalFailure) -> Value
  ) throws -> Value {
    try home.scannerNamespace.run(body)
  }

  @Test func `every device answers ARP with its own MAC, stealthy ones included`() throws {
    let home = try NamespacedHome()
    let addresses = home.home.devices.map { "\($0.address)" }
    let table = try inside(home) { () throws(LocalFailure) in Probing.arp(addresses) }
    for device in home.home.devices {
      #expect(table["\(device.address)"] == "\(device.mac)", "\(device.label)")
    }
    #expect(home.devices == home.home.devices.map(\.label).sorted())
  }

  @Test func `an ordinary device answers as a kernel does`() throws {
    let home = try NamespacedHome()
    let outcomes = try inside(home) { () throws(LocalFailure) in
      [
        Probing.tcp("192.168.77.22", 22, listening: true),
        Probing.tcp("192.168.77.22", 23),
        Probing.udp("192.168.77.22", 9, [1]),
        Probing.ping("192.168.77.22"),
      ]
    }
    #expect(outcomes[0] == .answered(Array("SSH-2.0-OpenSSH_9.6\r\n".utf8)))
    #expect(outcomes[1] == .failed(ECONNREFUSED))
    #expect(outcomes[2] == .failed(ECONNREFUSED))
    #expect(outcomes[3] == .answered([0x61, 0x62]))
  }

  @Test func `a stealthy device says nothing but ARP, and what its responders say`() throws {
    let home = try NamespacedHome()
    let query = Self.metaQuery
    let outcomes = try inside(home) { () throws(LocalFailure) in
      [
        Probing.tcp("192.168.77.103", 22, milliseconds: Probing.silence),
        Probing.tcp("192.168.77.103", 49152, milliseconds: Probing.silence),
        Probing.udp("192.168.77.103", 9, [1], milliseconds: Probing.silence),
        Probing.ping("192.168.77.103", milliseconds: Probing.silence),
        Probing.udp("192.168.77.103", 5353, query),
        Probing.tcp("192.168.77.100", 62078, milliseconds: Probing.silence),
        Probing.ping("192.168.77.100", milliseconds: Probing.silence),
      ]
    }
    #expect(outcomes[0] == .silent)
    #expect(outcomes[1] == .silent)
    #expect(outcomes[2] == .silent)
    #expect(outcomes[3] == .silent)
    guard case .answered(let answer) = outcomes[4] else {
      Issue.record("no answer over mDNS: \(outcomes[4])")
      return
    }
    #expect(String(decoding: answer, as: UTF8.self).contains("_companion-link"))
    #expect(outcomes[5] == .silent)
    #expect(outcomes[6] == .silent)
  }

  @Test func `multicast reaches every device that speaks mDNS, and nobody else answers`() throws {
    let home = try NamespacedHome()
    let query = Self.metaQuery
    let expected = home.home.devices.filter { $0.mdnsHost != nil && !$0.services.isEmpty }
    let count = expected.count
    let answers = try inside(home) { () throws(LocalFailure) in
      Probing.multicast("224.0.0.251", 5353, query, expecting: count)
    }
    #expect(answers == Set(expected.map { "\($0.address)" }))
  }

  @Test func `a device that leaves is gone at once, and can come back`() throws {
    let home = try NamespacedHome()
    let hue = try #require(home.home.device("Hue bridge"))
    let address = "\(hue.address)"
    try home.remove(hue)
    #expect(!home.devices.contains("Hue bridge"))
    let gone = try inside(home) { () throws(LocalFailure) in
      Probing.arp([address], milliseconds: 200)
    }
    #expect(gone.isEmpty)
    try home.add(hue)
    #expect(home.devices.contains("Hue bridge"))
    let (table, outcome) = try inside(home) { () throws(LocalFailure) in
      // The failed entry stays a moment, and a connect would fail with it.
      (Probing.arp([address]), Probing.tcp(address, 443))
    }
    #expect(table[address] == "\(hue.mac)")
    #expect(outcome == .accepted)
  }

  @Test func `what arrives at a printing port is counted`() throws {
    let home = try NamespacedHome()
    #expect(home.counters.printedBytes == 0)
    _ = try inside(home) { () throws(LocalFailure) in
      _ = Probing.tcp("192.168.77.71", 80, sending: [1])
      return Probing.tcp("192.168.77.71", 9100, sending: [1, 2, 3])
    }
    var counters = home.counters
    for _ in 0..<2000 where counters.printedBytes < 3 || counters.connectionsInAll < 2 {
      usleep(5000)
      counters = home.counters
    }
    #expect(counters.printedBytes == 3)
    #expect(counters.connections[.init("HP OfficeJet", 9100)] == 1)
    #expect(counters.connectionsInAll == 2)
  }

  @Test func `frames are counted at the switch`() throws {
    let home = try NamespacedHome()
    let before = try #require(try home.traffic()["scanner"])
    _ = try inside(home) { () throws(LocalFailure) in Probing.ping("192.168.77.22") }
    let after = try #require(try home.traffic()["scanner"])
    // An ARP request and an echo request; the kernel's own reports and solicitations, and what is
    // asked again on a slow machine.
    #expect((2...30).contains(after.framesSent - before.framesSent))
  }

  @Test func `nothing is left of a home that is let go`() throws {
    var home: NamespacedHome? = try NamespacedHome()
    let name = try #require(home.map { Self.link(of: $0.scannerNamespace.path) })
    let phone = try #require(home?.namespace(of: "Galaxy phone").map { Self.link(of: $0.path) })
    #expect(name.hasPrefix("net:["))
    #expect(Self.holders(of: [name, phone]).count >= 2)
    home = nil
    // A thread that has been joined may be listed for a moment yet.
    for _ in 0..<1000 where !Self.holders(of: [name, phone]).isEmpty { usleep(10_000) }
    #expect(Self.holders(of: [name, phone]) == [])
  }

  private static func link(of path: String) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = readlink(path, &buffer, buffer.count)
    return String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
  }

  /// This process's descriptors and threads that keep a namespace alive.
  private static func holders(of names: [String]) -> [String] {
    var holders: [String] = []
    for (folder, suffix) in [("/proc/self/fd", ""), ("/proc/self/task", "/ns/net")] {
      guard let listing = opendir(folder) else { continue }
      defer { closedir(listing) }
      while let entry = readdir(listing) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let path = "\(folder)/\(name)\(suffix)"
        if names.contains(link(of: path)) { holders.append(path) }
      }
    }
    return holders
  }
}

/// A home that can't be built, since two of its devices have one address.
@Suite struct `A namespaced home that fails` {
  @Test(.timeLimit(.minutes(1))) func `ends with its error`() throws {
    let router = try #require(SimulatedHome.standard.router)
    var double = router
    double.label = "another"
    let home = SimulatedHome(devices: [router, double])
    #expect(throws: LocalFailure.self) { try NamespacedHome(home) }
  }
}

/// A home whose devices on Wi-Fi and behind a tunnel answer as late as those do.
@Suite(.serialized) struct `A namespaced home with radios` {
  @Test func `is whole, and answers later than a cable`() throws {
    let home = try NamespacedHome(.standard, hasRadios: true, seed: 3)
    let devices = home.home.devices
    let addresses = devices.map(\.address.description)
    let (table, times, greeting, query) = try home.scannerNamespace.run { () throws(LocalFailure) in
      let table = Probing.arp(addresses)
      // The Chromecast, and the Raspberry Pi in the hut.
      let times = ["192.168.77.30", "192.168.77.62"].map { address in
        let start = ContinuousClock.now
        let outcome = Probing.ping(address)
        return (outcome, ContinuousClock.now - start)
      }
      let greeting = Probing.tcp("192.168.77.62", 22, listening: true)
      return (table, times, greeting, Probing.tcp("192.168.77.30", 23))
    }
    for device in devices {
      #expect(table["\(device.address)"] == "\(device.mac)", "\(device.label)")
    }
    // There and back.
    #expect(times[0].0 == .answered([0x61, 0x62]))
    #expect(times[0].1 >= .milliseconds(2))
    #expect(times[1].1 >= .milliseconds(56))
    guard case .answered(let text) = greeting else {
      Issue.record("no greeting: \(greeting)")
      return
    }
    #expect(String(decoding: text, as: UTF8.self).hasPrefix("SSH-2.0-OpenSSH_8.4p1"))
    #expect(query == .failed(ECONNREFUSED))
  }

  @Test func `lets a device go and come back`() throws {
    let home = try NamespacedHome(.standard, hasRadios: true, seed: 4)
    let device = try #require(home.home.device("Chromecast"))
    try home.remove(device)
    try home.add(device)
    let table = try home.scannerNamespace.run { () throws(LocalFailure) in
      Probing.arp(["\(device.address)"])
    }
    #expect(table["\(device.address)"] == "\(device.mac)")
  }
}
