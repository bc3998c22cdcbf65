import Diagnostics
import LinuxNetwork
import Networking
import Wire

/// Host names and their addresses, for a minute at most; a name is looked up once at a time, however many
/// monitors have it.
actor NameCache {
  typealias Answer = Result<[IPAddress], HostLookup.Failure>

  private struct Entry {
    var answer: Answer
    var until: ContinuousClock.Instant
  }

  /// The system's look-up tells no time to live.
  private static let lifetime = Duration.seconds(60)
  /// What failed is tried again soon.
  private static let failureLifetime = Duration.seconds(5)
  /// A look-up that takes longer is not waited for.
  private static let longest = Duration.seconds(15)
  private static let most = 16_384

  private let lookUp: CheckEnvironment.LookUp
  private let now: @Sendable () -> ContinuousClock.Instant
  private var entries: [String: Entry] = [:]
  private var running: [String: Task<Answer, Never>] = [:]

  /// A cache before a look-up.
  init(
    _ lookUp: @escaping CheckEnvironment.LookUp,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.lookUp = lookUp
    self.now = now
  }

  /// The addresses of a host; *unanswered* where the time is up.
  func addresses(of host: String, within limit: Duration) async -> Answer {
    let name = host.lowercased()
    if let entry = entries[name], now() < entry.until { return entry.answer }
    let task = running[name] ?? begin(name)
    return await raced(limit) { await task.value } ?? .failure(.unanswered)
  }

  private func begin(_ name: String) -> Task<Answer, Never> {
    let lookUp = lookUp
    let task = Task {
      let answer = await raced(Self.longest) { await lookUp(name, nil) }
      return keep(answer ?? .failure(.unanswered), of: name)
    }
    running[name] = task
    return task
  }

  private func keep(_ answer: Answer, of name: String) -> Answer {
    running[name] = nil
    let moment = now()
    if entries.count >= Self.most {
      entries = entries.filter { moment < $0.value.until }
      if entries.count >= Self.most { entries.removeAll() }
    }
    let lifetime: Duration
    switch answer {
    case .success: lifetime = Self.lifetime
    // Whoever waited gave up; it says nothing.
    case .failure(.cancelled): return answer
    case .failure: lifetime = Self.failureLifetime
    }
    entries[name] = Entry(answer: answer, until: moment + lifetime)
    return answer
  }
}
