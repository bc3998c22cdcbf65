public import Model

/// What is sent to a channel at once: one piece of news, or several.
public struct AlertNotice: Hashable, Sendable, Identifiable {
  /// The same for every attempt to send it: by it a receiver can tell a repetition.
  public var id: String
  /// What all of it is about, in a few words.
  public var title: String
  /// The news, the worst first; at most ``mostItems``.
  public var items: [Item]
  /// How many more there were.
  public var more: Int
  /// How bad it is.
  public var severity: Severity
  /// What belongs together has the same one: an incident's beginning and its end.
  public var thread: String?
  /// When the first of it was noticed.
  public var time: Timestamp
  /// The page's address, if one is known.
  public var url: String?

  /// As many news as are listed.
  public static let mostItems = 50

  /// How bad news are.
  public enum Severity: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Something is well again.
    case resolved
    /// Something is to know.
    case info
    /// Something may need somebody.
    case warning
    /// Something is down.
    case critical

    /// Better before worse.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .resolved: 0
      case .info: 1
      case .warning: 2
      case .critical: 3
      }
    }
  }

  /// One piece of news.
  public struct Item: Hashable, Sendable {
    /// What kind it is.
    public var kind: AlertKind
    /// The sentence.
    public var text: String
    /// Why, in a sentence; what is behind it.
    public var reason: String?
    /// How bad it is.
    public var severity: Severity
    /// When it was noticed.
    public var time: Timestamp
    /// The monitor's id, if it is about one.
    public var monitor: String?
    /// The device's id, if it is about one.
    public var device: String?
    /// What it is about, in a few words: a monitor's or a device's name.
    public var subject: String?
    /// The incident's number, if it is about one.
    public var incident: Int64?
    /// How what is over began, where that was told: receivers that keep what lasts find it by that.
    public var began: Beginning?

    /// How bad something was when it began, and when that was.
    public struct Beginning: Hashable, Codable, Sendable {
      /// How bad it was.
      public var severity: Severity
      /// When it was noticed.
      public var time: Timestamp

      /// Memberwise initialiser.
      public init(severity: Severity, time: Timestamp) {
        self.severity = severity
        self.time = time
      }
    }

    /// Memberwise initialiser.
    public init(
      kind: AlertKind,
      text: String,
      reason: String? = nil,
      severity: Severity,
      time: Timestamp,
      monitor: String? = nil,
      device: String? = nil,
      subject: String? = nil,
      incident: Int64? = nil,
      began: Beginning? = nil
    ) {
      self.kind = kind
      self.text = text
      self.reason = reason
      self.severity = severity
      self.time = time
      self.monitor = monitor
      self.device = device
      self.subject = subject
      self.incident = incident
      self.began = began
    }
  }

  /// Memberwise initialiser.
  public init(
    id: String,
    title: String,
    items: [Item],
    more: Int = 0,
    severity: Severity,
    thread: String? = nil,
    time: Timestamp,
    url: String? = nil
  ) {
    self.id = id
    self.title = title
    self.items = items
    self.more = more
    self.severity = severity
    self.thread = thread
    self.time = time
    self.url = url
  }
}
