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

  /// What a check's result says; `nil` while it isn't decided whether the certificate makes a state of its own.
  init?(
    secondsLeft: Double,
    leastDays: Int,
    outcome: CheckResult.Outcome,
    state: MonitorState
  ) {
    guard secondsLeft < Double(leastDays) * 86_400 else {
      self = .valid
      return
    }
    switch outcome {
    case .degraded:
      guard state == .degraded else { return nil }
      self = .degradation
    case .failed where secondsLeft < 0:
      guard state == .down else { return nil }
      self = .outage
    case .passed, .failed: self = .ending
    // Our own failure says nothing of a certificate.
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
