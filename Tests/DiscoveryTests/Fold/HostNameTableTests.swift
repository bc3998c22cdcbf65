import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Model

@Suite struct HostNameTableTests {
  private let now = Timestamp(milliseconds: 0)
  private static let limits = HostNameTable.Limits(hosts: 3, addresses: 2, services: 2, homeless: 2)

  private func address(_ last: Int) -> IPAddress { .v4(IPv4Address(192, 168, 1, UInt8(last))) }

  private func service(_ name: String, on host: String?) -> ServiceInstance {
    ServiceInstance(type: "_http._tcp", name: name, host: host, port: 80)
  }

  @Test func `a host that is dropped leaves nothing behind`() {
    var table = HostNameTable(limits: Self.limits)
    for number in 0..<200 {
      let host = "host\(200 - number).local"
      _ = table.claim(address(number), for: host, by: nil, at: now)
      _ = table.insert(service("S\(number)", on: host), at: now, from: .mdns)
    }
    #expect(table.hosts.values.count == 3)
    #expect(table.hostsOf.count == 3)
    #expect(table.offering.count == 3)
  }

  @Test func `an address or a service that a host has too many of is forgotten`() {
    var table = HostNameTable(limits: Self.limits)
    for number in 0..<20 {
      _ = table.claim(address(20 - number), for: "one.local", by: nil, at: now)
      _ = table.insert(service("S\(20 - number)", on: "one.local"), at: now, from: .mdns)
    }
    #expect(Set(table.hostsOf.keys) == [address(1), address(2)])
    #expect(table.offering.count == 2)
  }

  @Test func `an address that is removed takes the hosts with it that have no other`() {
    var table = HostNameTable(limits: Self.limits)
    _ = table.claim(address(1), for: "one.local", by: nil, at: now)
    _ = table.claim(address(2), for: "two.local", by: nil, at: now)
    _ = table.claim(address(1), for: "two.local", by: nil, at: now)
    _ = table.insert(service("S", on: "one.local"), at: now, from: .mdns)
    #expect(table.remove(address(1)) == [address(2)])
    #expect(Array(table.hosts.values.keys) == ["two.local"])
    #expect(Set(table.hostsOf.keys) == [address(2)])
    #expect(table.offering.isEmpty)
  }
}
