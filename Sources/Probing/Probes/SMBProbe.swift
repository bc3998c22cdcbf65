import Networking

/// Which Windows or Samba serves files.
struct SMBProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    host.ports([445]).map { port in
      .talk(port, .smb, "smb", SMBConversation())
    }
  }
}
