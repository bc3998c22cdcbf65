@testable import DemoHome
import Networking
@testable import Simulation
import Testing
import Wire

struct SwitchTests {
  private static let lossy = Impairment(loss: 0.02, delay: .zero ... .milliseconds(10))

  private func fates(seed: UInt64, count: Int = 10_000) -> [MonotonicTime?] {
    var link = ImpairedLink(Self.lossy, seed: seed)
    return (0..<count).map { number in
      link.arrival(leaving: MonotonicTime(nanoseconds: Int64(number) * 1_000_000))
    }
  }

  @Test func `the same seed loses and delays the same frames`() {
    #expect(fates(seed: 7) == fates(seed: 7))
    #expect(fates(seed: 7) != fates(seed: 8))
  }

  @Test func `two in a hundred are lost`() {
    let lost = fates(seed: 1).count { $0 == nil }
    // Binomial: 200 expected, standard deviation 14.
    #expect((140...260).contains(lost))
  }

  @Test func `frames don't overtake each other, and are at most 10 ms late`() {
    let arrivals = fates(seed: 2)
    var last = MonotonicTime(nanoseconds: 0)
    for (number, arrival) in arrivals.enumerated() {
      guard let arrival else { continue }
      let late = arrival - MonotonicTime(nanoseconds: Int64(number) * 1_000_000)
      #expect(arrival >= last && late >= .zero && late <= .milliseconds(10))
      last = arrival
    }
  }

  @Test func `delays of frames that are far apart are uniform`() {
    var link = ImpairedLink(Self.lossy, seed: 3)
    let delays = (0..<10_000).compactMap { number -> Double? in
      let now = MonotonicTime(nanoseconds: Int64(number) * 1_000_000_000)
      return link.arrival(leaving: now).map { ($0 - now).milliseconds }
    }
    let mean = delays.reduce(0, +) / Double(delays.count)
    #expect((4.8...5.2).contains(mean))
    #expect(delays.contains { $0 < 0.1 } && delays.contains { $0 > 9.9 })
  }

  private func frame(to destination: UInt64, from source: UInt64) -> [UInt8] {
    EthernetFrame(
      to: MACAddress(rawValue: destination),
      from: MACAddress(rawValue: source),
      .arp,
      payload: [1, 2, 3]
    ).serialised
  }

  private func outputs(_ ethernet: inout EthernetSwitch) -> [Int] {
    var ports: [Int] = []
    while let (port, _) = ethernet.nextFrame(now: MonotonicTime(nanoseconds: 1)) {
      ports.append(port)
    }
    return ports
  }

  @Test func `the switch floods what it does not know, and learns who is where`() {
    var ethernet = EthernetSwitch()
    for port in 1...3 {
      ethernet.connect(port, Impairment(loss: 0, delay: .zero ... .zero), seed: 1)
    }
    let now = MonotonicTime(nanoseconds: 0)
    ethernet.receive(frame(to: 0xFFFF_FFFF_FFFF, from: 0x02_0000_0001), at: 1, now: now)
    #expect(outputs(&ethernet) == [2, 3])
    ethernet.receive(frame(to: 0x02_0000_0001, from: 0x02_0000_0002), at: 2, now: now)
    #expect(outputs(&ethernet) == [1])
    ethernet.receive(frame(to: 0x02_0000_0009, from: 0x02_0000_0002), at: 2, now: now)
    #expect(outputs(&ethernet) == [1, 3])
    ethernet.disconnect(1)
    ethernet.receive(frame(to: 0x02_0000_0001, from: 0x02_0000_0002), at: 2, now: now)
    #expect(outputs(&ethernet) == [3])
    ethernet.receive([1, 2, 3], at: 2, now: now)
    #expect(outputs(&ethernet) == [])
  }

  @Test func `a port with an owner hears no ARP requests for others`() {
    var ethernet = EthernetSwitch()
    let plain = Impairment(loss: 0, delay: .zero ... .zero)
    ethernet.connect(0, plain, seed: 1)
    for port in 1...3 {
      ethernet.connect(port, plain, seed: 1, owner: IPv4Address(192, 168, 77, UInt8(port)))
    }
    let request = ARPPacket(
      .request,
      senderMAC: MACAddress(rawValue: 0x02_0000_0001),
      senderAddress: IPv4Address(192, 168, 77, 9),
      targetAddress: IPv4Address(192, 168, 77, 2)
    )
    let now = MonotonicTime(nanoseconds: 0)
    ethernet.receive(request.frame.serialised, at: 0, now: now)
    #expect(outputs(&ethernet) == [2])
    // A port without an owner hears all, and so do all where it is no request.
    ethernet.receive(request.frame.serialised, at: 3, now: now)
    #expect(outputs(&ethernet) == [0, 2])
    ethernet.receive(frame(to: 0xFFFF_FFFF_FFFF, from: 0x02_0000_0001), at: 0, now: now)
    #expect(outputs(&ethernet) == [1, 2, 3])
  }

  @Test func `a station that slept hears its first frame later, and not the next ones`() {
    let sleepy = Impairment(
      loss: 0,
      delay: .milliseconds(1) ... .milliseconds(1),
      waking: .milliseconds(20) ... .milliseconds(40)
    )
    var link = ImpairedLink(sleepy, seed: 5)
    func delay(at milliseconds: Int64) -> Double? {
      let now = MonotonicTime(nanoseconds: milliseconds * 1_000_000)
      return link.arrival(leaving: now).map { ($0 - now).milliseconds }
    }
    for time: Int64 in [0, 5000] {
      let first = delay(at: time) ?? 0
      #expect((21...41).contains(first))
      #expect(delay(at: time + 500) == 1)
      #expect(delay(at: time + 1400) == 1)
    }
  }

  @Test func `a crowd answers ARP for its hosts, each with its own MAC`() throws {
    let prefix = try #require(IPv4Prefix("10.0.0.0/16"))
    let scanner = IPv4Address(10, 0, 0, 1)
    let crowd = Crowd(count: 4000, prefix: prefix, free: [scanner], seed: 1)
    #expect(crowd.hosts.count == 4000)
    #expect(Set(crowd.hosts.values).count == 4000)
    #expect(crowd.hosts[scanner] == nil)
    #expect(crowd.hosts.keys.allSatisfy { prefix.hosts.contains($0.rawValue) })
    let own = MACAddress(rawValue: 0x02_0000_0001)
    var answered = 0
    for number in prefix.hosts.prefix(2000) {
      let address = IPv4Address(rawValue: number)
      let request = ARPPacket(
        .request,
        senderMAC: own,
        senderAddress: scanner,
        targetAddress: address
      )
      let answer = crowd.answer(to: request.frame.serialised)
      #expect((answer != nil) == (crowd.hosts[address] != nil))
      guard let answer else { continue }
      answered += 1
      let reply = try ARPPacket(frame: answer.span.bytes)
      #expect(reply.operation == .reply && reply.targetMAC == own)
      #expect(reply.senderMAC == crowd.hosts[address])
    }
    #expect(answered > 50)
  }

  @Test func `a small subnet is filled and no more`() throws {
    let prefix = try #require(IPv4Prefix("10.0.0.0/29"))
    let crowd = Crowd(count: 100, prefix: prefix, free: [IPv4Address(10, 0, 0, 1)], seed: 1)
    #expect(crowd.hosts.count == 5)
  }

  @Test func `the kernel's table of interfaces is read`() {
    let text = """
      Inter-|   Receive                                                |  Transmit
       face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs
          lo:  840      10    0    0    0     0          0         0      840      10    0    0    0     0       0          0
         p20: 1234      5    0    0    0     0          0         0     5678      9    0    0    0     0       0          0
      """
    let ports = PortTraffic.parse(text)
    #expect(ports["p20"]?.framesSent == 5)
    #expect(ports["p20"]?.bytesSent == 1234)
    #expect(ports["p20"]?.framesReceived == 9)
    #expect(ports.count == 2)
  }
}
