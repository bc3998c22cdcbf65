/// What can be told.
public enum AlertKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// A device that was never seen before.
  case newDevice = "new_device"
  /// A device is back.
  case returned
  /// A device left.
  case left
  /// The gateway's address belongs to another link address.
  case gatewayChanged = "gateway_changed"
  /// Two devices claim one address.
  case addressConflict = "address_conflict"
  /// A DHCP server that wasn't known.
  case dhcpServer = "dhcp_server"
  /// A device shows another certificate or host key.
  case keyChanged = "key_changed"
  /// A port is open that wasn't.
  case portAppeared = "port_appeared"
  /// A monitor is down.
  case monitorDown = "monitor_down"
  /// A monitor is degraded.
  case monitorDegraded = "monitor_degraded"
  /// A monitor is up again.
  case monitorUp = "monitor_up"
  /// A monitor flaps, or has stopped to.
  case monitorFlapping = "monitor_flapping"
  /// A certificate soon ends, or has ended.
  case certificateExpiring = "certificate_expiring"
  /// What is learned can't be stored.
  case storageTrouble = "storage_trouble"
  /// A channel gave up on something.
  case channelTrouble = "channel_trouble"

  /// What is told from the start.
  public static let usual: Set<AlertKind> = [
    .newDevice, .gatewayChanged, .monitorDown, .monitorDegraded, .monitorUp, .monitorFlapping,
    .certificateExpiring, .storageTrouble, .channelTrouble,
  ]
}
