public import Model

extension AlertNews {
  /// The news in a change of the home; `nil` for kinds that no rule can tell.
  ///
  /// `device` is the id of the change's device. Coming and going (``AlertKind/returned``,
  /// ``AlertKind/left``) is told only where a rule names it: it isn't among the usual kinds.
  public init?(_ change: HomeChange, device: String?) {
    guard let (kind, severity) = Self.kind(of: change) else { return nil }
    let isOfHome = Self.isOfHome(kind)
    self.init(
      key: Self.key(of: kind, change, device: device),
      kind: kind,
      phase: .event,
      severity: severity,
      text: change.message.text,
      subject: change.name,
      time: change.time,
      // What concerns everybody is told whichever devices a rule names.
      device: isOfHome ? nil : device
    )
  }

  private static func kind(of change: HomeChange) -> (AlertKind, AlertNotice.Severity)? {
    switch change.kind {
    case .newStation: (.newDevice, .info)
    case .returned: (.returned, .info)
    case .left: (.left, .info)
    case .gatewayMACChanged: (.gatewayChanged, gatewaySeverity(change.reason))
    case .addressConflict: (.addressConflict, .warning)
    case .dhcpServerAppeared: (.dhcpServer, .warning)
    case .keyChanged: (.keyChanged, .warning)
    case .portAppeared: (.portAppeared, .info)
    case .movedAddress, .newMAC, .flipFlop, .renamed, .identifiedAnew, .serviceAppeared,
      .serviceGone, .portGone, .resolverChanged, .routeChanged, .ownNetworkLost, .ownNetworkBack,
      .watchPaused, .watchResumed, .merged, .split, .edited, .forgotten:
      nil
    }
  }

  /// The same router with another card is no reason to worry; another machine in its place is.
  private static func gatewaySeverity(_ reason: HomeChange.Reason?) -> AlertNotice.Severity {
    switch reason {
    case .sameKeys: .info
    case .otherKeys, .alternating: .critical
    case .unproven, nil: .warning
    }
  }

  private static func isOfHome(_ kind: AlertKind) -> Bool {
    switch kind {
    case .gatewayChanged, .addressConflict, .dhcpServer: true
    default: false
    }
  }

  private static func key(of kind: AlertKind, _ change: HomeChange, device: String?) -> String {
    switch kind {
    case .gatewayChanged: return "gateway"
    case .addressConflict: return "address:\(change.was ?? "")"
    case .dhcpServer: return "dhcp:\(change.now ?? "")"
    default:
      if let device { return "device:\(device)" }
      return change.slot.map { "slot:\($0)" } ?? "home"
    }
  }
}
