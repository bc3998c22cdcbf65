import DemoHome
import LinuxNetwork
import Networking
import Wire

/// Two namespaces joined by a cable: 10.77.0.1/24 on the left, 10.77.0.2/24 on the right.
struct VethPair {
  let left: NetworkNamespace
  let right: NetworkNamespace
  let leftAddress = IPv4Address(10, 77, 0, 1)
  let rightAddress = IPv4Address(10, 77, 0, 2)
  let leftMAC = MACAddress(rawValue: 0x0200_0000_0001)
  let rightMAC = MACAddress(rawValue: 0x0200_0000_0002)
  let leftIndex: UInt32
  let rightIndex: UInt32

  /// Every namespace so far: a test's last word on one end must not take the cable away.
  private static let kept = Lock<[NetworkNamespace]>([])

  init(prefixLength: Int = 24) throws {
    left = try NetworkNamespace.make()
    right = try NetworkNamespace.make()
    Self.kept.withLock { [left, right] in $0 += [left, right] }
    let (leftMAC, rightMAC, right) = (leftMAC, rightMAC, right)
    try left.run { () throws(LocalFailure) in
      var netlink = try NetlinkSocket()
      try netlink.perform(
        .addVeth(
          .init("left", mac: leftMAC),
          .init("right", mac: rightMAC, namespace: right.descriptor.rawValue)
        )
      )
    }
    leftIndex = try Self.bring(up: "left", leftAddress, prefixLength, in: left)
    rightIndex = try Self.bring(up: "right", rightAddress, prefixLength, in: right)
    for (namespace, index) in [(left, leftIndex), (right, rightIndex)] {
      try namespace.run { () throws(LocalFailure) in
        var netlink = try NetlinkSocket()
        try netlink.waitUntilRunning(index)
      }
    }
  }

  /// Takes the left end down.
  func takeLeftDown() throws {
    let index = leftIndex
    try left.run { () throws(LocalFailure) in
      var netlink = try NetlinkSocket()
      try netlink.perform(.setLink(index: index, isUp: false))
    }
  }

  /// Gives an interface an address and brings it up.
  static func bring(
    up name: String,
    _ address: IPv4Address,
    _ prefixLength: Int,
    in namespace: NetworkNamespace
  ) throws -> UInt32 {
    try namespace.run { () throws(LocalFailure) in
      var netlink = try NetlinkSocket()
      let index = try netlink.index(of: name)
      try netlink.perform(
        .addAddress(.v4(address), prefixLength: prefixLength, interface: index)
      )
      try netlink.perform(.setLink(index: index, isUp: true))
      return index
    }
  }
}
