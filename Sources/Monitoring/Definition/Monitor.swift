/// What is watched, how often, and when it counts as down.
public struct Monitor: Hashable, Sendable, Identifiable {
  /// Short and stable: made at random for monitors of users, the key in the file for those declared there.
  public var id: String
  /// What it is called in alerts and on the page.
  public var name: String
  /// What a check asks.
  public var check: MonitorCheck
  /// What has to be true of a check's result, besides that the target answers.
  public var conditions: [Condition]
  /// The time from one check to the next; 1 s to a day.
  public var interval: Duration
  /// How long a check may take; less than the interval.
  public var timeout: Duration
  /// How many of the last checks have to fail for it to be down.
  public var downAfter: Quorum
  /// How many of the last checks have to pass for it to be up again.
  public var upAfter: Quorum
  /// When it counts as degraded.
  public var degraded: DegradedLimits
  /// The monitors that it depends on: while one of them is down, no alert says that this one is.
  public var parents: [String]
  /// When nothing that it does is told, or counted.
  public var maintenance: [MaintenanceWindow]
  /// Whether the user paused it.
  public var isPaused: Bool
  /// Who wants it.
  public var source: Source

  /// Who wants a monitor.
  public enum Source: String, Hashable, Sendable, Codable, CaseIterable {
    /// The user, on the page, by the API or the command line.
    case user
    /// The configuration file: it can't be changed elsewhere.
    case file
    /// A suggestion that the user took.
    case suggested
  }

  /// As many monitors as a home may have.
  public static let most = 10_000
  /// What intervals are allowed.
  public static let intervals = Duration.seconds(1)...Duration.seconds(86_400)
  /// What timeouts are allowed.
  public static let timeouts = Duration.milliseconds(100)...Duration.seconds(60)

  /// A monitor with the usual settings: a check a minute, down after 3 of 3, up after 2 of 2.
  public init(
    id: String,
    name: String,
    check: MonitorCheck,
    conditions: [Condition] = [],
    interval: Duration = .seconds(60),
    timeout: Duration = .seconds(10),
    downAfter: Quorum = Quorum(3, of: 3),
    upAfter: Quorum = Quorum(2, of: 2),
    degraded: DegradedLimits = DegradedLimits(),
    parents: [String] = [],
    maintenance: [MaintenanceWindow] = [],
    isPaused: Bool = false,
    source: Source = .user
  ) {
    self.id = id
    self.name = name
    self.check = check
    self.conditions = conditions
    self.interval = interval
    self.timeout = timeout
    self.downAfter = downAfter
    self.upAfter = upAfter
    self.degraded = degraded
    self.parents = parents
    self.maintenance = maintenance
    self.isPaused = isPaused
    self.source = source
  }
}

/// M of the last N checks: "3 times within 5" is reached by losses with answers between them, too.
public struct Quorum: Hashable, Sendable {
  /// How many.
  public var m: Int
  /// Of how many.
  public var n: Int

  /// M of the last N.
  public init(_ m: Int, of n: Int) {
    self.m = m
    self.n = n
  }

  /// As many checks as are looked back at.
  public static let most = 20
}

/// When a monitor that answers counts as degraded; a limit that is `nil` isn't looked at.
public struct DegradedLimits: Hashable, Sendable {
  /// The middle of the last round trips is above that, in milliseconds.
  public var roundTripMs: Double?
  /// The share of the last checks that failed is above that, 0–1.
  public var loss: Double?
  /// The middle of the last round trips is above that many times the 95th percentile of the last weeks.
  public var timesUsual: Double?

  /// Memberwise initialiser.
  public init(roundTripMs: Double? = nil, loss: Double? = nil, timesUsual: Double? = nil) {
    self.roundTripMs = roundTripMs
    self.loss = loss
    self.timesUsual = timesUsual
  }

  /// Whether nothing is looked at.
  public var isEmpty: Bool { roundTripMs == nil && loss == nil && timesUsual == nil }
}
