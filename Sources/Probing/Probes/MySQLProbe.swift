import Networking

/// Which MySQL it is, where its port is known to be open.
///
/// Not worth a connect of its own: a server shuts out a host that hangs up a hundred times
/// (`max_connect_errors`).
struct MySQLProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    host.ports([3306]).map { port in
      .talk(port, .banner, "mysql", MySQLConversation(port: port))
    }
  }
}
