public import Model

/// A piece of news that alerts are made of: something began, ended, or happened once.
public struct AlertNews: Codable, Hashable, Sendable {
  /// What it is about, such as `monitor:ID`, `device:ID` or `gateway`.
  ///
  /// What resolves has the key of what opened.
  public var key: String
  /// What kind it is.
  public var kind: AlertKind
  /// Whether something began or ended.
  public var phase: Phase
  /// How bad it is.
  public var severity: AlertNotice.Severity
  /// The sentence, in English.
  public var text: String
  /// Why, in a sentence.
  public var reason: String?
  /// What it is about, in a few words: a monitor's or a device's name.
  public var subject: String?
  /// When it was noticed.
  public var time: Timestamp
  /// The monitor's id, if it is about one.
  public var monitor: String?
  /// The device's id, if it is about one.
  public var device: String?
  /// The incident's number, if it is about one.
  public var incident: Int64?
  /// The parents that were down when it was noticed.
  public var deadParents: [String]
  /// Whether it was noticed in a maintenance window.
  public var isInMaintenance: Bool
  /// A channel that isn't told: the one that it is about.
  public var exceptChannel: String?

  /// Whether something began or ended.
  public enum Phase: String, Codable, Hashable, Sendable, CaseIterable {
    /// It began and lasts.
    case opens
    /// What began before has ended.
    case resolves
    /// It happened at a moment.
    case event
    /// It says more about what began before; told with that, or not at all.
    case completes
    /// It lasts, and its monitor is down by it: whoever is told of that isn't told of this.
    case becomesOutage = "becomes_outage"
    /// It lasts, and its monitor is degraded by it: whoever is told of that isn't told of this.
    case becomesDegradation = "becomes_degradation"
  }

  /// Memberwise initialiser; texts are cut to what a notice can show.
  public init(
    key: String,
    kind: AlertKind,
    phase: Phase,
    severity: AlertNotice.Severity,
    text: String,
    reason: String? = nil,
    subject: String? = nil,
    time: Timestamp,
    monitor: String? = nil,
    device: String? = nil,
    incident: Int64? = nil,
    deadParents: [String] = [],
    isInMaintenance: Bool = false,
    exceptChannel: String? = nil
  ) {
    self.key = Self.cut(key)
    self.kind = kind
    self.phase = phase
    self.severity = severity
    self.text = Self.cut(text)
    self.reason = reason.map(Self.cut)
    self.subject = subject.map(Self.cut)
    self.time = time
    self.monitor = monitor
    self.device = device
    self.incident = incident
    self.deadParents = deadParents
    self.isInMaintenance = isInMaintenance
    self.exceptChannel = exceptChannel
  }

  /// As many Unicode scalars as a text may have: names and reasons come from the network.
  static let longestText = 1000

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > longestText else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText)))
  }

  /// The incident's number once the store gave it one; before, there is none or a negative one.
  var numberedIncident: Int64? { incident.flatMap { $0 > 0 ? $0 : nil } }

  /// What belongs together has the same one.
  var thread: String { numberedIncident.map { "incident:\($0)" } ?? key }
}
