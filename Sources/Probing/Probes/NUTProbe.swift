import Networking

/// The power supply that Network UPS Tools watches.
struct NUTProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    host.ports([3493], or: ["_nut._tcp"]).map { port in
      .talk(port, .banner, "nut", NUTConversation(port: port))
    }
  }
}
