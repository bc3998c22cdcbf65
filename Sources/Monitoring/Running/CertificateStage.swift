import Model

/// What is to be said of a monitor's certificate.
enum CertificateStage: Hashable, Sendable {
  /// It is valid for long.
  case valid
  /// It soon ends, or has ended and the monitor takes it all the same.
  case ending
  /// It soon ends, and the monitor is degraded by that: the degradation tells of it.
  case degradation
  /// It has ended, and the monitor is down by that: the outage tells of it.
  case outage

  /// What a check's result says; `nil` where it says nothing: a failed check may have met another host's
  /// certificate, and whether an expired one is an outage isn't decided before the monitor is down.
  init?(
    secondsLeft: Double,
    leastDays: Int,
    outcome: CheckResult.Outcome,
    state: MonitorState
  ) {
    let isLong = secondsLeft >= Double(leastDays) * 86_400
    switch outcome {
    case .passed: self = isLong ? .valid : .ending
    case .degraded:
      guard isLong || state == .degraded else { return nil }
      self = isLong ? .valid : .degradation
    case .failed:
      guard secondsLeft < 0, state == .down else { return nil }
      self = .outage
    case .unknown: return nil
    }
  }
}

extension AlertNews {
  /// The news in a certificate's stage.
  init(_ stage: CertificateStage, of monitor: Monitor, daysLeft: Double, at time: Timestamp) {
    switch stage {
    case .valid: self = .certificateRenewed(of: monitor, at: time)
    case .ending: self = .certificateExpires(of: monitor, inDays: daysLeft, at: time)
    case .degradation, .outage:
      self = .certificateExpires(of: monitor, inDays: daysLeft, at: time)
      phase = stage == .outage ? .becomesOutage : .becomesDegradation
    }
  }
}
