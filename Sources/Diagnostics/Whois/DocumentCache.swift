internal import FoundationEssentials
internal import Model

/// Documents from the web kept on disk, with their age.
public struct DocumentCache: Sendable {
  private let directory: String?

  /// The documents in a directory, which is made when it is needed; `nil` to keep none.
  public init(directory: String?) {
    self.directory = directory
  }

  /// `$XDG_CACHE_HOME/homenet`, or `~/.cache/homenet`; none where neither is known.
  public static func user(_ environment: [String: String]) -> DocumentCache {
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
      return DocumentCache(directory: cache + "/homenet")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      return DocumentCache(directory: nil)
    }
    return DocumentCache(directory: home + "/.cache/homenet")
  }

  /// A kept document and how many seconds old it is; `nil` where there is none.
  func read(_ name: String, now: Timestamp) -> (bytes: [UInt8], age: Int)? {
    guard let path = path(name), let data = try? Data(contentsOf: URL(filePath: path)),
      data.count <= 8 << 20,
      let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let changed = attributes[.modificationDate] as? Date
    else { return nil }
    // A clock that went back makes documents of the future: those count as old.
    let age = Double(now.milliseconds) / 1000 - changed.timeIntervalSince1970
    return (Array(data), age < -60 ? .max : Int(max(0, age)))
  }

  /// Keeps a document; what can't be kept is fetched again next time.
  func write(_ bytes: [UInt8], as name: String) {
    guard let directory, let path = path(name) else { return }
    try? FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    // Atomic: another run may be reading it.
    try? Data(bytes).write(to: URL(filePath: path), options: .atomic)
  }

  private func path(_ name: String) -> String? {
    directory.map { "\($0)/\(name)" }
  }
}
