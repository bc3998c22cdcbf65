public import Discovery
public import Model
package import Networking

/// The state of the watch: its networks, the scan's progress and the present problems.
public struct WatchStatus: Hashable, Sendable {
  /// The networks, those that are skipped too.
  public var networks: [NetworkReport]
  /// The scan.
  public var scan: ScanState
  /// What is wrong, and how to fix it.
  public var problems: [Problem]
  /// Where the inventory is kept, and what is wrong there.
  public var storage: StorageState

  /// By default a watch that has scanned nothing yet and has no problems.
  public init(
    networks: [NetworkReport] = [],
    scan: ScanState = ScanState(),
    problems: [Problem] = [],
    storage: StorageState = StorageState()
  ) {
    self.networks = networks
    self.scan = scan
    self.problems = problems
    self.storage = storage
  }

  /// The progress of the present scan, or the time of the next one.
  public struct ScanState: Hashable, Sendable {
    /// What it does.
    public enum Activity: String, Hashable, Sendable, Codable {
      /// It sweeps and asks.
      case running
      /// It listens, until the next sweep.
      case idle
    }

    /// What it does.
    public var activity: Activity
    /// Whether the user paused the watch: it listens, and sweeps only when told to.
    public var paused: Bool
    /// When the present scan, or the last one, began.
    public var started: Timestamp?
    /// When the last scan was complete.
    public var finished: Timestamp?
    /// When the next one begins; `nil` while the watch is paused.
    public var next: Timestamp?
    /// The progress of the present one; `nil` if none runs.
    public var progress: ScanProgress?
    /// How much of the present one is done, 0 to 1; it only grows.
    public var share: Double?

    /// By default idle, before the first scan; an unknown time or share is `nil`.
    public init(
      activity: Activity = .idle,
      paused: Bool = false,
      started: Timestamp? = nil,
      finished: Timestamp? = nil,
      next: Timestamp? = nil,
      progress: ScanProgress? = nil,
      share: Double? = nil
    ) {
      self.activity = activity
      self.paused = paused
      self.started = started
      self.finished = finished
      self.next = next
      self.progress = progress
      self.share = share
    }
  }

  /// A problem that the user should know of, and its fix.
  public struct Problem: Hashable, Sendable {
    /// Short and stable, for programs: `no_multicast`.
    public var code: String
    /// One sentence.
    public var message: Message
    /// What to do, in one sentence; `nil` where nothing can be done.
    public var remedy: Message?
    /// The failure inside the sentence.
    var failure: Message?

    package init(code: String, _ message: Message, fix: Message?, failure: LocalFailure? = nil) {
      self.code = code
      self.message = message
      remedy = fix
      self.failure = failure?.message
    }

    /// The sentence in English.
    public var text: String { message.text }
    /// What to do, in English.
    public var fix: String? { remedy?.text }
    var messages: [Message] { [message, remedy, failure].compactMap(\.self) }
  }

  /// Where the inventory is kept.
  public struct StorageState: Hashable, Sendable {
    /// The file; `nil` where it is in memory alone.
    public var path: String?
    /// Why nothing is kept; `nil` where all is well.
    public var failure: StoreError?

    /// A store that failed so, or is well.
    public init(path: String? = nil, failure: StoreError? = nil) {
      self.path = path
      self.failure = failure
    }

    /// The failure in one sentence.
    public var problem: String? { failure?.description }
  }

  /// The sentences of the status: of problems, of what is skipped, of the storage.
  public var messages: [Message] {
    let all =
      problems.flatMap(\.messages) + networks.compactMap { $0.skipped?.message }
      + [storage.failure?.message].compactMap(\.self)
    return all.filter { !$0.isVerbatim }
  }
}
