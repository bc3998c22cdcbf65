/// The probes that ask by a single datagram.
enum DatagramProbes {
  /// All of them.
  static let all: [any DeviceProbe] = [
    SNMPProbe(), SIPProbe(),
    KasaProbe(), TapoProbe(), LIFXProbe(), WiZProbe(), YeelightProbe(), MiIOProbe(), LumiProbe(),
    MagicHomeProbe(), BroadlinkProbe(), EdimaxProbe(), MicrochipProbe(),
    GreeProbe(), MideaProbe(), KEBAProbe(), CoAPProbe(),
    XboxProbe(), PlayStationProbe(),
    UbiquitiProbe(),
    PlexProbe(), JellyfinProbe(), SqueezeboxProbe(), HDHomeRunProbe(),
  ]
}
