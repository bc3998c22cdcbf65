import Networking

/// The greeting and the host key of SSH servers.
struct SSHProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    host.ports([22, 2222], or: ["_ssh._tcp", "_sftp-ssh._tcp"]).map { port in
      .talk(port, .banner, "ssh", SSHConversation(port: port))
    }
  }
}
