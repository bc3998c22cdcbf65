extension WhoisDiagnostic.Options {
  /// The parameters of `whois`.
  public enum Parameters {
    /// What is looked up; the command takes several.
    public static let subject = ToolParameter<String>(
      "subject",
      .text(longest: 255),
      default: "",
      isRequired: true,
      spelling: .argument,
      valueName: "subject",
      help:
        "Domains, addresses, networks (192.0.2.0/24), ranges (192.0.2.10-20), or AS and a number."
    )
    /// The time limit of each server.
    public static let timeout = ToolParameter<Duration>(
      "timeout",
      .seconds(0...600),
      default: .seconds(8),
      valueName: "duration",
      help: "How long each server may take (default: {default})."
    )
  }
}
