extension InventoryDevice {
  /// A day in milliseconds.
  private static let longAbsence: Int64 = 24 * 3_600_000

  /// The ids of the devices that lists show as one line: transient ones that are away.
  ///
  /// After a start, and in a stored inventory, nobody's presence is known: there it is those that were last
  /// seen a day or longer before the last sign of any device. One alone is shown as it is.
  public static func gathered(of devices: [InventoryDevice]) -> Set<String> {
    let last = devices.map(\.device.lastSeen.milliseconds).max() ?? 0
    let gone = devices.filter { device in
      guard device.isTransient else { return false }
      return switch device.presence {
      case .present, .asleep: false
      case .away: true
      case .unconfirmed: last - device.device.lastSeen.milliseconds >= longAbsence
      }
    }
    return gone.count > 1 ? Set(gone.map(\.id)) : []
  }
}
