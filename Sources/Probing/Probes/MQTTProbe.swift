import Networking

/// Which broker speaks MQTT.
struct MQTTProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    host.ports([1883], or: ["_mqtt._tcp"]).map { port in
      .talk(port, .banner, "mqtt", MQTTConversation(port: port))
    }
  }
}
