import Networking

/// What telnet shows before anybody logs in.
struct TelnetProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    host.ports([23], or: ["_telnet._tcp"]).map { port in
      .talk(port, .banner, "telnet", TelnetConversation(port: port))
    }
  }
}
