import Foundation
import Home
import Model
import Monitoring
import Sealing
import Testing
import Wire

@testable import Channels

/// The client and the publisher against a real mosquitto.
@Suite(.serialized, .sealed, .enabled(if: Broker.isInstalled, "mosquitto is not installed"))
struct BrokerTests {
  private static let known = "homenet/home/d/mac-001132000001/known"
  private static let config = "homeassistant/device/hn_mac-001132000001/config"

  /// Publishes a home while the body runs.
  private func publishing(
    _ home: FakeHome,
    port: Int,
    _ more: [String: String] = [:],
    _ body: (HomeAssistantPublisher) async throws -> Void
  ) async throws {
    let publisher = HomeAssistantPublisher(
      home: home,
      history: nil,
      monitoring: nil,
      options: try Samples.options(["port": "\(port)"].merging(more) { $1 }),
      version: "1.0.0",
      now: { Samples.time },
      seams: Self.seams
    )
    let running = Task { await publisher.run() }
    defer { running.cancel() }
    try await body(publisher)
    running.cancel()
    await running.value
  }

  /// Without long waits.
  private static let seams = MQTTSeams(
    now: MQTTSeams.system.now,
    sleep: { try await Task.sleep(for: min($0, .milliseconds(100))) },
    random: { 0 }
  )

  @Test func `A home is retained, and removed devices vanish`() async throws {
    let broker = try await Broker(in: try TemporaryDirectory())
    let home = FakeHome([Samples.device(), Samples.device("mac-001132000002", name: "TV")])
    try await publishing(home, port: broker.port) { publisher in
      let early = try Listener(port: broker.port)
      // The last topic of all.
      let isThere = await eventually { early.last("homenet/home/update") != nil }
      #expect(isThere)
      let isConnected = await publisher.isConnected
      #expect(isConnected)
      // Who comes later hears what was kept, and not what expires.
      let late = try Listener(port: broker.port)
      let isComplete = await eventually {
        late.last(Self.config) != nil
          && late.last("homenet/home/d/mac-001132000002/where") == #"{"in_zones":["home"]}"#
          && late.last("homenet/home/status") == "online"
      }
      #expect(isComplete)
      let areRetained = late.messages.allSatisfy { $0.isRetained }
      #expect(areRetained)
      #expect(late.last("homenet/home/d/mac-001132000001/rtt") == nil)
      await home.remove("mac-001132000001")
      let isCleared = await eventually { early.last(Self.known) == "" }
      #expect(isCleared)
      let after = try Listener(port: broker.port)
      let hasOther = await eventually {
        after.last("homenet/home/d/mac-001132000002/known") == "online"
      }
      #expect(hasOther)
      #expect(!after.messages.contains { $0.topic.contains("001132000001") })
    }
  }

  @Test func `A farewell and a broken connection both say offline`() async throws {
    let broker = try await Broker(in: try TemporaryDirectory())
    let relay = try await Relay(to: broker.port)
    let listener = try Listener(port: broker.port, to: "homenet/home/status")
    let home = FakeHome([Samples.device()])
    try await publishing(home, port: relay.port) { _ in
      let isOnline = await eventually { listener.last("homenet/home/status") == "online" }
      #expect(isOnline)
      listener.forget()
      relay.breakConnections()
      let isBack = await eventually {
        let said = listener.messages.map(\.text)
        return said.first == "offline" && said.last == "online"
      }
      #expect(isBack)
    }
    let isOffline = await eventually { listener.last("homenet/home/status") == "offline" }
    #expect(isOffline)
    await relay.close()
  }

  @Test func `A broker that forgot everything gets the present state`() async throws {
    let broker = try await Broker(in: try TemporaryDirectory())
    let home = FakeHome([Samples.device()])
    try await publishing(home, port: broker.port) { publisher in
      let listener = try Listener(port: broker.port)
      let isThere = await eventually { listener.last(Self.known) == "online" }
      #expect(isThere)
      broker.kill()
      let isGone = await eventually { await !publisher.isConnected }
      #expect(isGone)
      let problem = await publisher.problem
      #expect(["channel.mqtt_lost", "channel.mqtt_no_connection"].contains(problem?.code))
      await home.set(Samples.device(presence: .away))
      try await broker.start()
      let late = try Listener(port: broker.port)
      let isAway = await eventually {
        late.last("homenet/home/d/mac-001132000001/where") == #"{"in_zones":[]}"#
          && late.last(Self.config) != nil
      }
      #expect(isAway)
    }
  }

  @Test func `What is left of an earlier run is removed`() async throws {
    let broker = try await Broker(in: try TemporaryDirectory())
    let listener = try Listener(port: broker.port)
    let isPublished = await eventually {
      listener.publish("homenet/home/d/old/known", "online", isRetained: true)
    }
    #expect(isPublished)
    listener.publish("homeassistant/device/hn_old/config", "{}", isRetained: true)
    let isHeard = await eventually { listener.last("homeassistant/device/hn_old/config") == "{}" }
    #expect(isHeard)
    try await publishing(FakeHome([Samples.device()]), port: broker.port) { _ in
      let isCleared = await eventually {
        listener.last("homeassistant/device/hn_old/config") == ""
          && listener.last("homenet/home/d/old/known") == ""
      }
      #expect(isCleared)
    }
  }

  @Test func `Home Assistant's start is answered with everything`() async throws {
    let broker = try await Broker(in: try TemporaryDirectory())
    try await publishing(FakeHome([Samples.device()]), port: broker.port) { _ in
      let listener = try Listener(port: broker.port)
      let isThere = await eventually { listener.last(Self.known) == "online" }
      #expect(isThere)
      listener.forget()
      listener.publish("homeassistant/status", "online")
      let isAgain = await eventually {
        // What was kept is marked so; these are sent anew.
        let fresh = listener.messages.filter { !$0.isRetained }.map(\.topic)
        return fresh.contains(Self.config) && fresh.contains(Self.known)
      }
      #expect(isAgain)
    }
  }

  @Test(arguments: [true, false])
  func `Commands are obeyed where they are allowed`(_ isAllowed: Bool) async throws {
    let broker = try await Broker(in: try TemporaryDirectory())
    let home = FakeHome([Samples.device()])
    try await publishing(home, port: broker.port, ["commands": "\(isAllowed)"]) { _ in
      let listener = try Listener(port: broker.port)
      let isThere = await eventually { listener.last(Self.known) == "online" }
      #expect(isThere)
      listener.publish("homenet/home/cmd/scan", "PRESS")
      listener.publish("homenet/home/cmd/rescan/mac-001132000001", "PRESS")
      listener.publish("homenet/home/cmd/rescan/unknown", "PRESS")
      // What comes after the commands is answered after them.
      listener.publish("homenet/home/d/mac-001132000001/marker", "x")
      let isHeard = await eventually {
        listener.last("homenet/home/d/mac-001132000001/marker") == "x"
      }
      #expect(isHeard)
      guard isAllowed else {
        try await Task.sleep(for: .milliseconds(500))
        let scans = await home.scans
        #expect(scans == 0)
        return
      }
      let isObeyed = await eventually {
        let (scans, rescans) = await (home.scans, home.rescans)
        return scans == 1 && rescans == ["mac-001132000001"]
      }
      #expect(isObeyed)
    }
  }

  @Test func `A message that wasn't acknowledged is sent again on the next connection`()
    async throws
  {
    let broker = try await Broker(in: try TemporaryDirectory())
    let client = try #require(
      MQTTClient(MQTTBroker(host: "127.0.0.1", port: broker.port, clientID: "c"))
    )
    let inbox = MQTTInbox()
    func connect() -> Task<MQTTOutcome?, Never> {
      Task { await BlockingThread.run { client.run(limit: .seconds(30)) { inbox.add($0) } } }
    }
    let first = connect()
    let isConnected = await eventually { inbox.take().contains(.connected) }
    #expect(isConnected)
    broker.freeze()
    let number = try #require(client.publish(MQTTMessage("a/b", "x")))
    try await Task.sleep(for: .milliseconds(100))
    let early = inbox.take()
    #expect(!early.contains(.delivered(number)))
    broker.kill()
    let outcome = await first.value
    #expect(outcome == .lost)
    let unsendable = client.publish(MQTTMessage("a/b", "y"))
    #expect(unsendable == nil)
    try await broker.start()
    let second = connect()
    let isDelivered = await eventually { inbox.take().contains(.delivered(number)) }
    #expect(isDelivered)
    let listener = try Listener(port: broker.port)
    let isKept = await eventually { listener.last("a/b") == "x" }
    #expect(isKept)
    client.stop()
    let end = await second.value
    #expect(end == .stopped)
  }

  // MARK: Who may connect

  /// How a connection with those settings ends, or `nil` where it is accepted.
  private func outcome(_ broker: MQTTBroker) async throws -> MQTTOutcome? {
    let client = try #require(MQTTClient(broker))
    let outcome = await BlockingThread.run {
      client.run(limit: .seconds(30)) { event in
        if event == .connected { client.stop() }
      }
    }
    return outcome == .stopped ? nil : outcome
  }

  @Test func `User and password`() async throws {
    let directory = try TemporaryDirectory()
    let tool = Process()
    tool.executableURL = URL(filePath: "/usr/bin/mosquitto_passwd")
    tool.arguments = ["-b", "-c", "\(directory.path)/users", "homenet", "secret"]
    tool.standardError = FileHandle.nullDevice
    try tool.run()
    tool.waitUntilExit()
    let lines = ["allow_anonymous false", "password_file \(directory.path)/users"]
    let broker = try await Broker(lines, in: directory)
    var settings = MQTTBroker(host: "127.0.0.1", port: broker.port, clientID: "c")
    let anonymous = try await outcome(settings)
    #expect(anonymous == .loginDenied)
    settings.user = "homenet"
    settings.password = "wrong"
    let wrong = try await outcome(settings)
    #expect(wrong == .loginDenied)
    settings.password = "secret"
    let right = try await outcome(settings)
    #expect(right == nil)
  }

  @Test func `TLS with an own authority, and certificates of clients`() async throws {
    let directory = try TemporaryDirectory()
    let authorities = try TestCertificate.file(in: directory)
    let key = try directory.write(TestCertificate.key + "\n", to: "key.pem")
    let broker = try await Broker(
      [
        "allow_anonymous true", "cafile \(authorities)", "certfile \(authorities)",
        "keyfile \(key)", "require_certificate true",
      ],
      in: directory
    )
    var settings = MQTTBroker(host: "127.0.0.1", port: broker.port, clientID: "c")
    settings.usesTLS = true
    let untrusted = try await outcome(settings)
    #expect(untrusted == .untrusted)
    settings.authorities = authorities
    let withoutCertificate = try await outcome(settings)
    #expect(withoutCertificate != nil)
    settings.certificate = authorities
    settings.key = key
    let right = try await outcome(settings)
    #expect(right == nil)
    settings.authorities = "\(directory.path)/missing.pem"
    let missing = try await outcome(settings)
    #expect(missing == .noFiles)
    settings.authorities = ""
    settings.isVerified = false
    let unverified = try await outcome(settings)
    #expect(unverified == nil)
  }

  @Test func `Nobody listens`() async throws {
    let broker = try await Broker(in: try TemporaryDirectory())
    broker.kill()
    let settings = MQTTBroker(host: "127.0.0.1", port: broker.port, clientID: "c")
    let outcome = try await outcome(settings)
    #expect(outcome == .noConnection)
  }

  // MARK: The channel

  @Test func `A notice arrives at its topic`() async throws {
    let broker = try await Broker(in: try TemporaryDirectory())
    let listener = try Listener(port: broker.port)
    let isListening = await eventually { listener.publish("ready", "x", isRetained: true) }
    #expect(isListening)
    let isReady = await eventually { listener.last("ready") == "x" }
    #expect(isReady)
    let sending = Sending()
    let settings = ["host": "127.0.0.1", "port": "\(broker.port)", "topic": "alerts/home"]
    let delivery = await sending.send("mqtt", settings)
    #expect(delivery == .sent)
    let isHeard = await eventually { listener.last("alerts/home") != nil }
    #expect(isHeard)
    let notice = try #require(JSONValue(Array((listener.last("alerts/home") ?? "").utf8)))
    #expect(notice[["schema"]].text == "homenet.alert/1")
    #expect(notice[["title"]].text == Notices.down.title)
    broker.kill()
    let later = await sending.send("mqtt", settings)
    #expect(later.code == "channel.mqtt_no_connection")
    #expect(!later.isRefused)
    await sending.close()
  }
}
