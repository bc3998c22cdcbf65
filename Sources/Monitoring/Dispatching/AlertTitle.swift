import Model

/// The title of a notice: the sentence of the only news, or how many there are of each kind.
enum AlertTitle {
  /// The title for news with the worst first.
  static func text(of items: [AlertNotice.Item], more: Int) -> String {
    if items.count == 1, more == 0, let only = items.first { return only.text }
    var order: [Group] = []
    var counts: [Group: Int] = [:]
    for item in items {
      let group = Group(kind: item.kind, isOver: item.severity == .resolved)
      if counts[group] == nil { order.append(group) }
      counts[group, default: 0] += 1
    }
    var parts = order.map { group in
      Message.Value.message(Message(group.template, ["count": .count(counts[group] ?? 0)]))
    }
    if more > 0 { parts.append(.message(Message(.alertTitleMore, ["count": .count(more)]))) }
    return Message(.alertTitle, ["parts": .list(parts)]).text
  }

  private struct Group: Hashable {
    var kind: AlertKind
    var isOver: Bool

    var template: MessageTemplate {
      switch kind {
      case .newDevice: .alertTitleNewDevice
      case .returned: .alertTitleReturned
      case .left: .alertTitleLeft
      case .gatewayChanged: .alertTitleGateway
      case .addressConflict: .alertTitleConflict
      case .dhcpServer: .alertTitleDHCP
      case .keyChanged: .alertTitleKey
      case .portAppeared: .alertTitlePort
      case .monitorDown: isOver ? .alertTitleWasDown : .alertTitleDown
      case .monitorDegraded: isOver ? .alertTitleWasDegraded : .alertTitleDegraded
      case .monitorUp: .alertTitleEnded
      case .monitorFlapping: isOver ? .alertTitleSteady : .alertTitleFlapping
      case .certificateExpiring: isOver ? .alertTitleRenewed : .alertTitleCertificate
      case .storageTrouble: isOver ? .alertTitleStorageWorks : .alertTitleStorage
      case .channelTrouble: isOver ? .alertTitleChannelWorks : .alertTitleChannel
      }
    }
  }
}

extension MessageTemplate {
  static let alertTitle = MessageTemplate("alert.title", "{parts^|, }")
  static let alertTitleMore = MessageTemplate(
    "alert.title_more",
    one: "{count} more",
    other: "{count} more"
  )
  static let alertTitleNewDevice = MessageTemplate(
    "alert.title_new_device",
    one: "{count} new device",
    other: "{count} new devices"
  )
  static let alertTitleReturned = MessageTemplate(
    "alert.title_returned",
    one: "{count} device is back",
    other: "{count} devices are back"
  )
  static let alertTitleLeft = MessageTemplate(
    "alert.title_left",
    one: "{count} device left",
    other: "{count} devices left"
  )
  static let alertTitleGateway = MessageTemplate(
    "alert.title_gateway",
    one: "the gateway changed",
    other: "the gateway changed {count} times"
  )
  static let alertTitleConflict = MessageTemplate(
    "alert.title_conflict",
    one: "{count} address conflict",
    other: "{count} address conflicts"
  )
  static let alertTitleDHCP = MessageTemplate(
    "alert.title_dhcp",
    one: "{count} unknown DHCP server",
    other: "{count} unknown DHCP servers"
  )
  static let alertTitleKey = MessageTemplate(
    "alert.title_key",
    one: "{count} changed key",
    other: "{count} changed keys"
  )
  static let alertTitlePort = MessageTemplate(
    "alert.title_port",
    one: "{count} new port",
    other: "{count} new ports"
  )
  static let alertTitleDown = MessageTemplate(
    "alert.title_down",
    one: "{count} monitor is down",
    other: "{count} monitors are down"
  )
  static let alertTitleWasDown = MessageTemplate(
    "alert.title_was_down",
    one: "{count} past outage",
    other: "{count} past outages"
  )
  static let alertTitleDegraded = MessageTemplate(
    "alert.title_degraded",
    one: "{count} monitor is degraded",
    other: "{count} monitors are degraded"
  )
  static let alertTitleWasDegraded = MessageTemplate(
    "alert.title_was_degraded",
    one: "{count} past degradation",
    other: "{count} past degradations"
  )
  static let alertTitleEnded = MessageTemplate(
    "alert.title_ended",
    one: "{count} incident ended",
    other: "{count} incidents ended"
  )
  static let alertTitleFlapping = MessageTemplate(
    "alert.title_flapping",
    one: "{count} monitor is flapping",
    other: "{count} monitors are flapping"
  )
  static let alertTitleSteady = MessageTemplate(
    "alert.title_steady",
    one: "{count} monitor is steady again",
    other: "{count} monitors are steady again"
  )
  static let alertTitleCertificate = MessageTemplate(
    "alert.title_certificate",
    one: "{count} certificate needs renewal",
    other: "{count} certificates need renewal"
  )
  static let alertTitleRenewed = MessageTemplate(
    "alert.title_renewed",
    one: "{count} certificate was renewed",
    other: "{count} certificates were renewed"
  )
  static let alertTitleStorage = MessageTemplate("alert.title_storage", "storage fails")
  static let alertTitleStorageWorks = MessageTemplate(
    "alert.title_storage_works",
    "storage works again"
  )
  static let alertTitleChannel = MessageTemplate(
    "alert.title_channel",
    one: "{count} channel fails",
    other: "{count} channels fail"
  )
  static let alertTitleChannelWorks = MessageTemplate(
    "alert.title_channel_works",
    one: "{count} channel works again",
    other: "{count} channels work again"
  )
}
