extension ConnectionDiagnostic {
  /// The parameters of `diagnose`.
  public enum Parameters {
    /// The host; without one only this machine's network is diagnosed.
    public static let host = ToolParameter<String?>(
      "host",
      .host,
      default: nil,
      spelling: .argument,
      valueName: "host",
      help: "A name, an address, either with a port, or a URL."
    )
    /// The host's port; the command takes it with the host.
    public static let port = ToolParameter<UInt16?>(
      "port",
      .integer(1...65_535),
      default: nil,
      spelling: .absent
    )
  }
}
