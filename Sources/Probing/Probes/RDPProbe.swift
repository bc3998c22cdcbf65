import Networking

/// What computer a remote desktop belongs to.
struct RDPProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    host.ports([3389], or: ["_rdp._tcp"]).map { port in
      .talk(port, .http, "rdp", RDPConversation(port: port))
    }
  }
}
