/// A connection to a broker that is made again whenever it ends.
///
/// The library's calls block, and run on a thread of their own.
actor MQTTConnection {
  private let client: MQTTClient
  private let seams: MQTTSeams
  /// What happens on it.
  nonisolated let inbox = MQTTInbox()
  private var backoff = MQTTBackoff()
  private var isRunning = false

  /// How long a broker may take until it has accepted the client.
  private static let limit = Duration.seconds(15)

  init(_ client: MQTTClient, seams: MQTTSeams) {
    self.client = client
    self.seams = seams
  }

  /// Queues a message; its number, or `nil` while there is no connection.
  nonisolated func publish(_ message: MQTTMessage) -> Int? { client.publish(message) }

  /// Asks for the messages of a filter.
  nonisolated func subscribe(_ filter: String) { client.subscribe(filter) }

  /// Connects again and again, until the task is cancelled; can be called once.
  func run() async {
    guard !isRunning else { return }
    isRunning = true
    await withTaskCancellationHandler {
      while !Task.isCancelled {
        let outcome = await connect()
        if outcome == .stopped { break }
        inbox.add(.disconnected(outcome))
        if outcome == .lost { backoff.succeed() }
        do { try await seams.sleep(backoff.next(random: seams.random())) } catch { break }
      }
    } onCancel: {
      client.stop()
    }
    inbox.finish()
  }

  /// One connection, until it ends.
  private func connect() async -> MQTTOutcome {
    let (client, inbox) = (client, inbox)
    let outcome = await BlockingThread.run {
      client.run(limit: Self.limit) { inbox.add($0) }
    }
    // Without a thread now there may be one later.
    return outcome ?? .failed("")
  }
}

/// Time and chance, as they are handed to what speaks MQTT.
struct MQTTSeams: Sendable {
  /// Milliseconds of a clock that is never set.
  var now: @Sendable () -> Int64
  /// Waits; throws when the task is cancelled.
  var sleep: @Sendable (Duration) async throws -> Void
  /// From 0 to 1.
  var random: @Sendable () -> Double

  /// Those of the system.
  static let system: MQTTSeams = {
    let origin = ContinuousClock.now
    return MQTTSeams(
      now: { Int64((ContinuousClock.now - origin) / .milliseconds(1)) },
      sleep: { try await Task.sleep(for: $0) },
      random: { Double.random(in: 0...1) }
    )
  }()
}
