/// The probes over TCP that are not HTTP, and IPP, which is asked over it.
enum ConversationProbes {
  /// All of them.
  static let all: [any DeviceProbe] = [
    SSHProbe(), GreetingProbes(), TelnetProbe(), SMBProbe(), AFPProbe(), IPPProbe(), RTSPProbe(),
    MQTTProbe(), MySQLProbe(), NUTProbe(), APCProbe(), RDPProbe(), ESPHomeProbe(),
  ]
}
