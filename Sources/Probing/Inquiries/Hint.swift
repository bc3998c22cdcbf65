import Discovery
import Model

/// Reasons why a device may answer, any one of them enough to ask; never a verdict.
struct Hint: Sendable {
  /// Words in the name of its network interface's maker, whole.
  private let makers: [FoldedWords]
  /// Beginnings of words in its names, greetings and titles, in lower case.
  private let words: [String]
  /// Service types that it announces.
  private let services: Set<String>
  /// Parts of SSDP targets.
  private let targets: [String]
  /// Open TCP ports that hardly anything else uses.
  private let ports: [UInt16]
  /// Anything else.
  private let other: (@Sendable (ProbedHost) -> Bool)?

  /// Any of the given reasons.
  init(
    makers: [String] = [],
    says words: [String] = [],
    offers services: Set<String> = [],
    announces targets: [String] = [],
    open ports: [UInt16] = [],
    or other: (@Sendable (ProbedHost) -> Bool)? = nil
  ) {
    self.makers = makers.map { FoldedWords($0) }
    self.words = words
    self.services = services
    self.targets = targets
    self.ports = ports
    self.other = other
  }

  /// Whether one of the reasons is there.
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
  /// Whether a target that it announces over SSDP has that part.
  func announces(_ part: String) -> Bool {
    evidence.ssdp.contains { $0.target.contains(part) }
  }

  /// Whether asking that port can be of use: the scan found it open, or does not ask it at all.
  func mayAnswer(at port: UInt16) -> Bool {
    openPorts.contains(port) || !(ScanPorts.contains(port) || ScanPorts.prints(port))
  }

  /// Whether it answered a request for that path, in whatever way.
  func hasAnswered(_ path: String) -> Bool {
    evidence.http.contains { $0.path == path }
  }
}
