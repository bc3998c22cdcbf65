public import Model
public import Networking
public import Wire

/// What a running scan produces, as it happens.
public enum ScanOutput: Sendable {
  /// Something was learnt.
  case observation(Observation)
  /// The address, whose zone isn't told, turned out to be an excluded device's: it is not listed.
  case excluded(IPAddress)
  /// How far it is.
  case progress(ScanProgress)
  /// A source can't do its part, or not all of it; the others go on.
  case trouble(Source, interface: String, LocalFailure)
  /// All who were to be asked have been, and had their time to answer; a lasting scan goes on
  /// listening.
  case swept
  /// A host is being asked what it is, or no longer; told by lasting scans.
  case asking(IPAddress, Bool)
  /// A step for the log; told where the plan wants it.
  case step(ScanStep)
}

/// How far a scan is.
public struct ScanProgress: Hashable, Sendable {
  /// Addresses that have been asked at least once.
  public var asked: Int
  /// Addresses to be asked.
  public var total: Int
  /// The sources that still make active probes.
  public var active: [Source]

  /// The given progress.
  public init(asked: Int, total: Int, active: [Source]) {
    self.asked = asked
    self.total = total
    self.active = active
  }
}
