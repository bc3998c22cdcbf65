import Networking

/// The power supply that apcupsd watches.
struct APCProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    host.ports([3551], or: ["_apcupsd._tcp"]).map { port in
      .talk(port, .banner, "apcupsd", APCConversation(port: port))
    }
  }
}
