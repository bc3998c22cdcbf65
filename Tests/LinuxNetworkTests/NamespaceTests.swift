import DemoHome
import Glibc
import Testing
import Wire
@testable import LinuxNetwork
@testable import Networking

@Suite struct `Network namespaces` {
  @Test func `a new namespace has lo and nothing else`() throws {
    let namespace = try NetworkNamespace.make()
    let names = try namespace.run { () throws(LocalFailure) in interfaceNames() }
    #expect(names == ["lo"])
  }

  @Test func `a veth pair joins two namespaces`() throws {
    let lab = try VethPair()
    let left = try lab.left.run { () throws(LocalFailure) in interfaceNames() }
    let right = try lab.right.run { () throws(LocalFailure) in interfaceNames() }
    #expect(left == ["lo", "left"])
    #expect(right == ["lo", "right"])
  }

  @Test func `an interface that is not there is said to be down or gone`() throws {
    let namespace = try NetworkNamespace.make()
    #expect(throws: LocalFailure.interfaceDown) {
      try namespace.run { () throws(LocalFailure) in
        var netlink = try NetlinkSocket()
        try netlink.perform(.setLink(index: 77, isUp: true))
      }
    }
  }

  @Test func `a bridge takes a veth as its port`() throws {
    let lab = try VethPair()
    try lab.left.run { () throws(LocalFailure) in
      var netlink = try NetlinkSocket()
      try netlink.perform(.addLink("br0", kind: "bridge", mac: MACAddress("02:00:00:00:00:09")))
      let bridge = try netlink.index(of: "br0")
      try netlink.perform(.setLink(index: bridge, isUp: true))
      try netlink.perform(.setLink(index: netlink.index(of: "left"), master: bridge))
      try netlink.perform(.deleteLink(index: bridge))
    }
  }
}

private func interfaceNames() -> [String] {
  guard let list = if_nameindex() else { return [] }
  defer { if_freenameindex(list) }
  var names: [String] = []
  var entry = list
  while let name = entry.pointee.if_name {
    names.append(String(cString: name))
    entry += 1
  }
  return names
}
