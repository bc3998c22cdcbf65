import Discovery
import Model

/// Reasons to ask a device, any one of which suffices; not a verdict.
struct Hint: Sendable {
  /// Whole words in the name of its MAC's vendor; what a device says of itself may stand there, too.
  private let makers: [FoldedWords]
  /// Prefixes of ``ProbedHost/words``, in lower case.
  private let words: [String]
  /// Announced DNS-SD service types.
  private let services: Set<String>
  /// Parts of SSDP targets.
  private let targets: [String]
  /// Open TCP ports that hardly anything else uses.
  private let ports: [UInt16]
  private let other: (@Sendable (ProbedHost) -> Bool)?

  init(
    makers: [String] = [],
    says words: [String] = [],
    offers services: Set<String> = [],
    announces targets: [String] = [],
    open ports: [UInt16] = [],
    or other: (@Sendable (ProbedHost) -> Bool)? = nil
  ) {
    self.makers = (makers + words).map { FoldedWords($0) }
    self.words = words
    self.services = services
    self.targets = targets
    self.ports = ports
    self.other = other
  }

  func fits(_ host: ProbedHost) -> Bool {
    if ports.contains(where: host.openPorts.contains) { return true }
    if !services.isEmpty, host.evidence.services.contains(where: { services.contains($0.type) }) {
      return true
    }
    if !makers.isEmpty, let maker = host.macVendor {
      let folded = FoldedWords(maker)
      if makers.contains(where: { folded.contain($0) }) { return true }
    }
    if targets.contains(where: host.announces) { return true }
    if !words.isEmpty {
      let said = host.words
      if words.contains(where: said.contain(beginning:)) { return true }
    }
    return other?(host) ?? false
  }
}

extension ProbedHost {
  /// Whether an SSDP target that it announces contains the text.
  func announces(_ part: String) -> Bool {
    evidence.ssdp.contains { $0.target.contains(part) }
  }

  /// Whether the port is open, or not part of the port scan; never a raw printing port.
  func mayAnswer(at port: UInt16) -> Bool {
    !ScanPorts.prints(port) && (openPorts.contains(port) || !ScanPorts.contains(port))
  }
}

/// A text's words of ASCII letters and digits, in lower case, each between single spaces.
///
/// `WiZ_a8bb50` is `wiz a8bb50`.
struct FoldedWords: Hashable, Sendable {
  /// In bytes; the rest of a text is ignored.
  private static let limit = 512

  private let bytes: [UInt8]

  init(_ text: String) {
    var bytes: [UInt8] = [0x20]
    for byte in text.utf8.prefix(Self.limit) {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      default:
        if bytes.last != 0x20 { bytes.append(0x20) }
      }
    }
    if bytes.last != 0x20 { bytes.append(0x20) }
    self.bytes = bytes
  }

  /// Whether the words occur here, whole and in order.
  func contain(_ words: FoldedWords) -> Bool {
    words.bytes.count > 2 && finds(words.bytes[...])
  }

  /// The same, where a beginning of the last word is enough.
  func contain(beginning words: FoldedWords) -> Bool {
    words.bytes.count > 2 && finds(words.bytes.dropLast())
  }

  private func finds(_ wanted: ArraySlice<UInt8>) -> Bool {
    guard let first = wanted.first, wanted.count <= bytes.count else { return false }
    for start in 0...(bytes.count - wanted.count)
    where bytes[start] == first && bytes[start...].starts(with: wanted) {
      return true
    }
    return false
  }
}
