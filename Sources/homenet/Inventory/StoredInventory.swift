import Home
import LinuxNetwork
import Model
import Storage

/// What `homenet serve` has kept, read while it may go on.
struct StoredInventory {
  /// Where it is kept.
  let directory: String
  /// Every device, hidden ones too, in order of address.
  let devices: [InventoryDevice]

  /// Reads the directory that was named, or the one where data belongs.
  init(in named: String?) throws(Failure) {
    directory = try Self.directory(named)
    do {
      devices = InventoryDevice.remembered(try SQLiteInventoryStore.read(directory))
    } catch {
      throw Failure(error.description, .unable)
    }
  }

  /// The directory that was named, or where data belongs.
  static func directory(_ named: String?, for part: String? = nil) throws(Failure) -> String {
    if let named { return named }
    do {
      return try DataDirectory.standard() + (part.map { "/" + $0 } ?? "")
    } catch {
      throw Failure(error.description, .usage)
    }
  }

  /// The devices that are kept where data belongs, if any can be read; on a thread of its own, since a
  /// file on a slow disk, or one that another program has locked, takes its time.
  ///
  /// - Throws: That the task was cancelled: it waits no longer then.
  static func readingIfAny() async throws(Failure) -> [InventoryDevice] {
    guard let read = await reads.run({ (try? StoredInventory(in: nil))?.devices }) else {
      throw Failure(
        "interrupted while the remembered devices were being read",
        .badFinding,
        .interrupted
      )
    }
    // Nothing remembered is no failure.
    return (try? read.get()) ?? []
  }

  private static let reads = BlockingCalls(name: "inventory", most: 1)

  /// What to do where nothing is kept yet.
  var advice: String {
    "nothing is remembered in \(directory) yet; 'homenet serve' keeps what it sees there"
  }
}
