extension CertificateDiagnostic.Options {
  /// The parameters of `cert`.
  public enum Parameters {
    /// The server; the command takes its port with it.
    public static let host = ToolParameter<String>(
      "host",
      .host,
      default: "",
      isRequired: true,
      spelling: .argument,
      valueName: "host[:port]",
      help: "The server; the port is 443, or --starttls's."
    )
    /// The server's port; without one the protocol's.
    public static let port = ToolParameter<UInt16?>(
      "port",
      .integer(1...65_535),
      default: nil,
      spelling: .absent,
      isProminent: true
    )
    /// The protocol whose STARTTLS is used.
    public static let startTLS = ToolParameter<StartTLS?>(
      "starttls",
      .choice(StartTLS.allCases.map(\.rawValue)),
      default: nil,
      valueName: "protocol",
      help: "How TLS is begun, where a protocol starts in clear."
    )
    /// The name for SNI and the name check.
    public static let serverName = ToolParameter<String?>(
      "server_name",
      .host,
      default: nil,
      spelling: .named("servername"),
      valueName: "name",
      help: "The name to ask for and to compare with."
    )
    /// The least remaining validity in days.
    public static let minimumDays = ToolParameter<Int?>(
      "min_days",
      .integer(0...Int.max),
      default: nil,
      valueName: "days",
      help: "How many days the certificate must still be good.",
      served: .integer(0...3650)
    )
    /// Whether the accepted cipher suites are listed.
    public static let ciphers = ToolParameter<Bool>(
      "ciphers",
      .flag,
      default: false,
      help: "List all cipher suites that the server accepts, each by a connection of its own."
    )
    /// The time limit of each connection.
    public static let timeout = ToolParameter<Duration>(
      "timeout",
      .seconds(0...600),
      default: .seconds(5),
      valueName: "duration",
      help: "How long each connection may take (default: {default}).",
      served: .seconds(0.5...30)
    )
  }
}
