import Home
import Identification
import LinuxNetwork
import Model
import Storage
import Wire

/// The inventory that `homenet serve` stores; can be read while it runs.
struct StoredInventory {
  let directory: String
  /// All devices, hidden ones too, in order of address.
  let devices: [InventoryDevice]
  /// Whose history the slots' is.
  let owners: HistoryOwners

  /// Reads the inventory of the named directory, or of the default one, and identifies its devices.
  init(in named: String?, identifier: Identifier) throws(Failure) {
    directory = try Self.directory(named)
    do {
      let stored = try SQLiteInventoryStore.read(directory)
      devices = InventoryDevice.remembered(stored, identifier: identifier)
      owners = HistoryOwners(stored)
    } catch {
      throw Failure(Backups.offer(for: error, in: directory).description, .unable)
    }
  }

  /// The devices that a query can mean; if none, the one that had that id or MAC before, or into which one
  /// with it was merged.
  func matches(_ query: DeviceQuery) -> [InventoryDevice] {
    let found = query.matches(in: devices)
    guard found.isEmpty, let slot = owners.slot(of: query.text) else { return found }
    return devices.filter { $0.slot == slot }
  }

  /// The named directory, else that of the configuration, else the default one; the default one, with `part`
  /// as a subdirectory, where that is given.
  static func directory(_ named: String?, for part: String? = nil) throws(Failure) -> String {
    if let named { return named }
    if part == nil, let configured = ConfigurationFiles.dataDirectory() { return configured }
    do {
      return try DataDirectory.standard() + (part.map { "/" + $0 } ?? "")
    } catch {
      throw Failure(error.description, .usage)
    }
  }

  /// The devices of the default directory, with the newest registry of makers; none if it can't be read.
  ///
  /// Reads on a thread of its own, since a slow disk may block. Throws if the task is cancelled.
  static func loadIfAvailable() async throws(Failure) -> [InventoryDevice] {
    let read = await reads.run { () -> [InventoryDevice]? in
      let identifier = Identifier(vendors: VendorFiles.used(in: nil).registry)
      return (try? StoredInventory(in: nil, identifier: identifier))?.devices
    }
    guard let read else {
      let words = "interrupted while the remembered devices were being read"
      throw Failure(words, .badFinding, .interrupted)
    }
    return (try? read.get()) ?? []
  }

  private static let reads = BlockingCalls(name: "inventory", most: 1)

  /// The hint for an empty inventory.
  var advice: String {
    "nothing is remembered in \(directory) yet; 'homenet serve' keeps what it sees there"
  }
}
