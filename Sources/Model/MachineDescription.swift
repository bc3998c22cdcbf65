/// What this machine knows of itself, without sending anything.
///
/// Of its hardware by what its firmware says, of its system by what that says; no serial numbers, no
/// names that its owner gave.
public struct MachineDescription: Hashable, Sendable {
  /// What can be known.
  public enum Part: String, Hashable, Sendable, CaseIterable, Comparable {
    /// The system in words, with its version: `Debian GNU/Linux 12 (bookworm)`.
    case os
    /// The system's identifier, in lower case: `debian`.
    case osID = "id"
    /// The identifiers of systems that it is made of, with blanks between: `rhel fedora`.
    case osFamily = "like"
    /// Which edition of the system: `server`.
    case osVariant = "variant"
    /// The kind of case, in SMBIOS's words: `Notebook`.
    case chassis
    /// Who made the machine.
    case vendor
    /// What its maker calls it.
    case product
    /// The model of a board whose firmware has a device tree: `Raspberry Pi 4 Model B Rev 1.4`.
    case model
    /// What it runs in, where it is a virtual machine.
    case hypervisor
    /// What it runs in, where it is a container.
    case container

    /// In the order of their names.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  // One word in memory: every device's evidence has room for a description.
  private var parts: [Part: String] = [:]

  /// How many bytes of a part are kept.
  public static let limit = 128

  /// Nothing known.
  public init() {}

  /// What is known of that part: a short text without control characters, never a placeholder.
  public subscript(part: Part) -> String? {
    get { parts[part] }
    set { parts[part] = newValue.flatMap(Self.usable) }
  }

  /// What is known, in order of the parts' names.
  public var known: [(part: Part, text: String)] {
    parts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Whether nothing is.
  public var isEmpty: Bool { parts.isEmpty }

  private static func usable(_ text: String) -> String? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7F {
      let next = Array(String(scalar).utf8)
      guard bytes.count + next.count <= limit else { break }
      bytes += next
    }
    while bytes.last == 0x20 { bytes.removeLast() }
    let kept = String(decoding: bytes.drop { $0 == 0x20 }, as: UTF8.self)
    let folded = kept.lowercased()
    guard !kept.isEmpty, !placeholders.contains(folded), !folded.hasPrefix("to be filled")
    else { return nil }
    return kept
  }

  /// What makers of boards leave in their firmware.
  private static let placeholders: Set<String> = [
    "default string", "system manufacturer", "system product name", "system name", "none",
    "unknown",
    "not specified", "not applicable", "n/a", "o.e.m.", "oem", "empty", "undefined", "invalid", "0",
    "x.x", "all series", "type1productconfigid", "other", "product name", "manufacturer",
  ]
}

/// An object of texts.
extension MachineDescription: Codable {
  /// Reads the parts that are known here.
  public init(from decoder: any Decoder) throws {
    let texts = try decoder.singleValueContainer().decode([String: String].self)
    self.init()
    for part in Part.allCases { self[part] = texts[part.rawValue] }
  }

  /// Writes the parts that are known.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.singleValueContainer()
    try json.encode(Dictionary(uniqueKeysWithValues: parts.map { ($0.key.rawValue, $0.value) }))
  }
}
