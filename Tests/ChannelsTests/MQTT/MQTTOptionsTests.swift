import Model
import Monitoring
import Testing

@testable import Channels

/// What `[mqtt]` may say.
@Suite struct MQTTOptionsTests {
  private func problem(_ table: [String: FieldValue]) -> (key: String, code: String)? {
    do throws(MonitoringError) {
      _ = try MQTTOptions(.object(table))
      return nil
    } catch {
      guard case .unacceptable(let key, let message) = error else { return ("", "") }
      return (key, message.code)
    }
  }

  @Test func `A host is enough`() throws {
    let options = try MQTTOptions(.object(["host": .text("broker.lan")]))
    #expect(options.broker.port == 1883)
    #expect(options.broker.clientID == "homenet-home")
    #expect(options.broker.will == MQTTMessage("homenet/home/status", "offline"))
    #expect(options.discoveryPrefix == "homeassistant")
    #expect(!options.allowsCommands && !options.includesTransient && options.includesMonitors)
  }

  @Test func `Everything can be said`() throws {
    let options = try MQTTOptions(
      .object([
        "host": .text("broker.lan"), "tls": .flag(true), "user": .text("u"),
        "tls_ca": .text("/ca.pem"), "tls_certificate": .text("/c.pem"), "tls_key": .text("/k.pem"),
        "tls_verify": .flag(false), "home": .text("cabin"), "base_topic": .text("smart/net"),
        "commands": .flag(true), "transient": .flag(true), "monitors": .flag(false),
        "client_id": .text("x"), "discovery_prefix": .text("ha"),
      ]),
      secrets: ["password": "p"]
    )
    #expect(options.broker.port == 8883)
    #expect(options.broker.password == "p")
    #expect(options.broker.usesTLS && !options.broker.isVerified)
    #expect(options.broker.key == "/k.pem")
    #expect(options.broker.clientID == "x")
    #expect(options.broker.will?.topic == "smart/net/cabin/status")
    #expect(options.allowsCommands && options.includesTransient && !options.includesMonitors)
  }

  @Test(arguments: [
    ("colour", "red", "channel.setting_unknown"), ("host", "a b", "channel.no_host_name"),
    ("port", "0", "channel.number"), ("home", "a/b", "channel.characters"),
    ("base_topic", "a//b", "channel.mqtt_topic"), ("base_topic", "/a", "channel.mqtt_topic"),
    ("discovery_prefix", "a/#", "channel.characters"), ("commands", "yes", "channel.choice"),
    ("tls_ca", "ca.pem", "channel.no_path"), ("page_url", "home.lan", "channel.no_url"),
  ])
  func `What is wrong is named`(_ name: String, _ value: String, _ code: String) {
    var table: [String: FieldValue] = ["host": .text("broker.lan")]
    table[name] = .text(value)
    let found = problem(table)
    #expect(found?.key == "mqtt.\(name)")
    #expect(found?.code == code)
  }

  @Test func `Settings that need others miss them`() {
    let host: [String: FieldValue] = ["host": .text("broker.lan")]
    #expect(problem([:])?.key == "mqtt.host")
    #expect(problem(host.merging(["password": .text("p")]) { $1 })?.key == "mqtt.user")
    let certificate: [String: FieldValue] = ["tls": .flag(true), "tls_certificate": .text("/c")]
    #expect(problem(host.merging(certificate) { $1 })?.key == "mqtt.tls_key")
    #expect(problem(host.merging(["tls_ca": .text("/c")]) { $1 })?.code == "channel.mqtt_tls_off")
    #expect(problem(host.merging(["tls": .list([])]) { $1 })?.code == "channel.mqtt_value")
  }

  @Test func `A password may be a credential's name`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("from systemd\n", to: "broker")
    let options = try Samples.options(["user": "u", "password": "credential:broker"])
    let credentials = ChannelCredentials(directory: directory.path)
    let resolved = try options.resolved(by: credentials)
    #expect(resolved.broker.password == "from systemd")
  }

  @Test func `Waits grow, and differ`() {
    var backoff = MQTTBackoff()
    let waits = (0..<8).map { _ in backoff.next(random: 0.5) }
    #expect(waits[0] == .seconds(1))
    #expect(waits[3] == .seconds(8))
    #expect(waits[7] == .seconds(60))
    backoff.succeed()
    let first = backoff.next(random: 0)
    #expect(first == .milliseconds(500))
  }
}
