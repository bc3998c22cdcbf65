extension AlertRule {
  /// The rule that a home has from the start: what is usually told, at all hours, over those channels.
  public static func usual(channels: [String]) -> AlertRule {
    AlertRule(
      id: "usual",
      name: "Important news",
      events: AlertKind.usual,
      channels: channels
    )
  }
}
