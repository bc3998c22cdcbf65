extension ChannelService {
  /// Mail over a server that takes it (RFC 6409), by the system's libcurl.
  ///
  /// The pace is homenet's own: providers have limits of an hour or a day, which few of them document.
  static let mail = ChannelService(
    name: "mail",
    label: "E-mail",
    settings: [
      .plain("server", "Server", .host, isRequired: true, help: "The server that takes your mail."),
      .plain(
        "security",
        "Encryption",
        .choice(MailServer.Security.allCases.map(\.rawValue)),
        usual: "starttls",
        help: "tls from the first byte, starttls after a greeting, none for a relay at home."
      ),
      .plain(
        "port",
        "Port",
        .number(1...65_535),
        help: "465 with tls, 587 with starttls and 25 without encryption, unless you say another."
      ),
      .plain("user", "User", .line(most: 254), help: "Where the server wants one."),
      .secret("password", "Password", help: "The user’s password, or one for apps."),
      .plain("from", "From", .mailAddress, isRequired: true, help: "The sender’s address."),
      .plain(
        "to",
        "To",
        .mailAddresses,
        isRequired: true,
        help: "The recipients’ addresses, with commas between them."
      ),
      .authorities,
      .verification,
    ],
    limit: .bytes(60_000),
    pace: Pace(count: 20, seconds: 60),
    tellsRepetitions: true,
    transport: .mail
  )
}
