import HomeNet
import Storage

/// What `homenet serve` has kept, read while it may go on.
struct StoredInventory {
  /// Where it is kept.
  let directory: String
  /// Every device, hidden ones too, in order of address.
  let devices: [InventoryDevice]

  /// Reads the directory that was named, or the one where data belongs.
  init(in named: String?) throws(Failure) {
    directory = try ServeSession.dataDirectory(named)
    do {
      devices = InventoryDevice.remembered(try SQLiteInventoryStore.read(directory))
    } catch {
      throw Failure(error.description, .unable)
    }
  }

  /// Where to get one, for whom nothing is kept.
  var advice: String {
    "nothing is remembered in \(directory) yet; 'homenet serve' keeps what it sees there"
  }
}
