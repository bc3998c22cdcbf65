extension DNSOptions {
  /// The parameters of `dns`.
  public enum Parameters {
    /// The name or address; the command takes types, a class and servers beside it.
    public static let name = ToolParameter<String>(
      "name",
      .text(longest: 512),
      default: "",
      isRequired: true,
      spelling: .argument,
      valueName: "name",
      help:
        "A name or an address; then record types (A, MX, TYPE65, …), a class (CH) and @servers, "
        + "in any order."
    )
    /// The record types, separated by spaces or commas; without them those that are usual.
    public static let types = ToolParameter<String?>(
      "types",
      .text(longest: 255),
      default: nil,
      spelling: .absent,
      isProminent: true
    )
    /// The servers; without them the system's.
    public static let servers = ToolParameter<[String]>(
      "servers",
      .hosts(most: 8),
      default: [],
      spelling: .named("server"),
      valueName: "server",
      help: "Ask this server; repeatable."
    )
    /// The transport; in the API one of those to which a server can be confined.
    public static let transport = ToolParameter<DNSTransport>(
      "transport",
      .choice([DNSTransport.udp, .tcp, .tls].map(\.rawValue)),
      default: .udp,
      spelling: .absent
    )
    /// The time limit of each try.
    public static let timeout = ToolParameter<Duration>(
      "timeout",
      .seconds(0...600),
      default: .seconds(3),
      valueName: "duration",
      help: "How long each try may take (default: {default}).",
      served: .seconds(0.5...10)
    )
    /// The number of times that an unanswered datagram is sent.
    public static let tries = ToolParameter<Int>(
      "tries",
      .integer(1...10),
      default: 2,
      help: "How often to send a datagram that is not answered (default: {default})."
    )
    /// The class; the command takes others by number.
    public static let recordClass = ToolParameter<String>(
      "class",
      .choice(["IN", "CH", "HS"]),
      default: "IN",
      valueName: "class",
      help: "The class: IN, CH or HS (default: {default})."
    )
    /// Whether servers ask others.
    public static let recursion = ToolParameter<Bool>(
      "recursion",
      .flag,
      default: true,
      spelling: .negated,
      help: "Ask servers for what they know themselves."
    )
    /// Whether signatures are validated.
    public static let dnssec = ToolParameter<Bool>(
      "dnssec",
      .flag,
      default: false,
      help: "Validate by DNSSEC, and name the broken link."
    )
    /// Whether delegations are followed from the root.
    public static let trace = ToolParameter<Bool>(
      "trace",
      .flag,
      default: false,
      help: "Follow delegations from the root, and show each step."
    )
    /// Whether every name server of the zone is asked.
    public static let nameServers = ToolParameter<Bool>(
      "name_servers",
      .flag,
      default: false,
      help:
        "Ask every name server of the name's zone, for its SOA record where no type is given."
    )
    /// Whether servers are asked for their names of themselves.
    public static let nsid = ToolParameter<Bool>(
      "nsid",
      .flag,
      default: false,
      help: "Ask each server for its name of itself (NSID)."
    )
  }
}
