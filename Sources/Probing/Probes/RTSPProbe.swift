import Networking
internal import Wire

/// What cameras answer to RTSP.
struct RTSPProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    host.ports([554, 8554], or: ["_rtsp._tcp"]).map { port in
      .talk(port, .banner, "rtsp", RTSPConversation(port: port, host: host.address.uriHost))
    }
  }
}
