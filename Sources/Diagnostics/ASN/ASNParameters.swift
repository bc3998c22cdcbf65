extension ASNDiagnostic.Options {
  /// The parameters of `asn`.
  public enum Parameters {
    /// The addresses and systems.
    public static let subjects = ToolParameter<[String]>(
      "subjects",
      .hosts(most: 64),
      default: [],
      isRequired: true,
      spelling: .argument,
      valueName: "subject",
      help: "Addresses, or AS and a number; - reads them from standard input, one a line."
    )
    /// Whether the RPKI state of announcements is asked for.
    public static let rpki = ToolParameter<Bool>(
      "rpki",
      .flag,
      default: true,
      spelling: .negated,
      help: "Don't ask whether announcements are authorised."
    )
    /// Whether it is asked what a system announces.
    public static let prefixes = ToolParameter<Bool>(
      "prefixes",
      .flag,
      default: false,
      help: "List the networks that a system announces."
    )
  }
}
