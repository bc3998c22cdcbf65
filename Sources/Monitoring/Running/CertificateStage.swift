import Model

/// What is to be said of a monitor's certificate.
enum CertificateStage: Hashable, Sendable {
  /// It is valid for long.
  case valid
  /// It soon ends, or has ended and the monitor takes it all the same.
  case ending
  /// It has ended, and the monitor is down by that: the outage tells of it.
  case outage

  /// What a check's result says; `nil` while it isn't decided whether an expired certificate is an outage.
  init?(secondsLeft: Double, leastDays: Int, isFailed: Bool, state: MonitorState) {
    if secondsLeft >= Double(leastDays) * 86_400 {
      self = .valid
    } else if secondsLeft >= 0 || !isFailed {
      self = .ending
    } else if state == .down {
      self = .outage
    } else {
      return nil
    }
  }
}

extension AlertNews {
  /// The news in a certificate's stage.
  init(_ stage: CertificateStage, of monitor: Monitor, daysLeft: Double, at time: Timestamp) {
    switch stage {
    case .valid: self = .certificateRenewed(of: monitor, at: time)
    case .ending: self = .certificateExpires(of: monitor, inDays: daysLeft, at: time)
    case .outage:
      self = .certificateExpires(of: monitor, inDays: daysLeft, at: time)
      phase = .becomesOutage
    }
  }
}
