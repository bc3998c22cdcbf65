/// The probes that ask by a single datagram.
enum DatagramProbes {
  /// All of them.
  static let all: [any DeviceProbe] = [
    SNMPProbe()
  ]
}
