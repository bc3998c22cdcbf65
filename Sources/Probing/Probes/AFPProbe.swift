import Networking

/// What Apple's file servers run on.
struct AFPProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    host.ports([548], or: ["_afpovertcp._tcp"]).map { port in
      .talk(port, .banner, "afp", AFPConversation(port: port))
    }
  }
}
