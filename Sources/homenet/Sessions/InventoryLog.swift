import Discovery
import Home
import Logging
import Model
import Server

/// Writes the changes of the inventory to the log.
struct InventoryLog: Sendable {
  private let logger: Logger

  init(_ levels: LogLevels) {
    logger = levels.logger(.inventory)
  }

  /// Writes what changes until the watch ends, where that is wanted.
  func follow(_ watch: HomeWatch) async {
    guard logger.logLevel <= .info else { return }
    let (snapshot, updates) = await watch.follow()
    logger.info("inventory", metadata: ["devices": "\(snapshot.devices.count)"])
    guard logger.logLevel <= .debug else { return }
    for await update in updates {
      for device in update.changed {
        logger.debug(
          "device changed",
          metadata: [
            "id": "\(device.id)", "ip": "\(device.device.ip)",
            "name": "\(ScanStep.cut(device.name ?? "-"))",
            "kind": "\(device.category.rawValue)", "state": "\(device.device.state.rawValue)",
          ]
        )
      }
      for id in update.removed { logger.debug("device removed", metadata: ["id": "\(id)"]) }
    }
  }
}
