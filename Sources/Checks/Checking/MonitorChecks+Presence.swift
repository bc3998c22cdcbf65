import Model
import Monitoring
import Wire

extension MonitorChecks {
  /// Whether a device is in the home, as the watch knows; nothing is sent.
  func presence(of id: String) async -> CheckResult {
    guard let device = await environment.device(id) else {
      return CheckResult(.unknown(Message(.checkNoDevice)))
    }
    let state = device.presence.state
    var facts = CheckFacts()
    facts.presence = state.rawValue
    facts.isConnected = state == .present
    facts.address = device.device.knownIP?.description
    let name = device.name ?? device.device.hostname ?? facts.address ?? device.id
    let outcome: CheckResult.Outcome =
      switch state {
      case .present, .asleep: .passed
      case .away: .failed(Message(.checkAway, ["device": name]))
      case .unknown: .unknown(Message(.checkPresenceUnknown, ["device": name]))
      }
    return CheckResult(outcome, facts: facts)
  }
}

/// Whether a device is in the home.
extension MessageTemplate {
  static let checkNoDevice = MessageTemplate(
    "check.no_device",
    "the home doesn't know this device any more"
  )
  static let checkAway = MessageTemplate("check.away", "{device} is away")
  static let checkPresenceUnknown = MessageTemplate(
    "check.presence_unknown",
    "it isn't known whether {device} is there"
  )
}
