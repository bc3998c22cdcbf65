internal import Networking

/// One thing that a diagnosis of a connection looked at, and what came of it.
public struct ConnectionStep: Hashable, Sendable {
  /// What is looked at, from the nearest to the farthest.
  public enum Kind: String, CaseIterable, Encodable, Sendable {
    /// Cables and radios.
    case link
    /// This machine's own addresses.
    case address
    /// Whether anybody has this machine's address too, or the router's is doubled.
    case duplicates = "duplicate"
    /// This machine's own routes.
    case routes
    /// The router that leads out of this network.
    case gateway
    /// Who is asked for names.
    case resolver
    /// The target's name.
    case name
    /// The way to the target, hop by hop.
    case route
    /// How big packets to the target may be.
    case mtu
    /// A connection to the target's port.
    case tcp
    /// TLS on that connection.
    case tls
    /// The first bytes of what the target serves.
    case content

    /// Its place, from the nearest to the farthest.
    var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// How it is.
  public enum State: String, Encodable, Sendable {
    case ok, bad
    /// It was tried, without a result.
    case unknown
    /// There was no need, or no way, to look at it.
    case skipped
  }

  /// What was looked at.
  public var kind: Kind
  /// How it is.
  public var state: State
  /// The same in words.
  public var words: String
  /// What is wrong, for the verdict; also where that is not bad by itself.
  public var fault: ConnectionFault?
  /// What it was found by.
  public var evidence: [Figure]
  /// How long it took; `nil` where nothing was asked.
  public var took: Duration?

  /// A step's result; its duration is set when the step ends.
  public init(
    _ kind: Kind,
    _ state: State,
    _ words: String,
    fault: ConnectionFault? = nil,
    evidence: [Figure] = []
  ) {
    self.kind = kind
    self.state = state
    self.words = words
    self.fault = fault
    self.evidence = evidence
  }

  /// A step that isn't taken; `reason` is why, for programs.
  static func skipped(_ kind: Kind, _ why: String, reason: String? = nil) -> ConnectionStep {
    ConnectionStep(kind, .skipped, why, evidence: reason.map { [.text("reason", $0)] } ?? [])
  }

  /// A step that this machine could not take.
  static func own(_ kind: Kind, _ failure: LocalFailure) -> ConnectionStep {
    ConnectionStep(kind, .unknown, failure.diagnosticWords, fault: .own(failure, kind))
  }

  /// A step that was ended before it had a result.
  static func unfinished(_ kind: Kind) -> ConnectionStep {
    ConnectionStep(kind, .unknown, "ended before it was known")
  }

  /// A figure or a fact, by name.
  public struct Figure: Hashable, Sendable {
    /// What it is, such as `rtt_ms`.
    public var name: String
    /// What was found; `nil` where that is not known.
    public var value: Value?

    /// A value as JSON has it.
    public enum Value: Hashable, Sendable {
      case number(Double)
      case text(String)
      case truth(Bool)
    }

    init(_ name: String, _ value: Value?) {
      self.name = name
      self.value = value
    }

    static func text(_ name: String, _ text: String?) -> Figure {
      Figure(name, text.map(Value.text))
    }

    static func number(_ name: String, _ number: Double?) -> Figure {
      Figure(name, number.map(Value.number))
    }

    static func milliseconds(_ name: String, _ duration: Duration?) -> Figure {
      number(name, duration?.roundedMilliseconds)
    }

    static func truth(_ name: String, _ truth: Bool?) -> Figure {
      Figure(name, truth.map(Value.truth))
    }
  }
}
