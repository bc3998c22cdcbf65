extension ChannelSetting {
  /// What the broker is, and how homenet logs in there.
  static let broker: [ChannelSetting] = [
    .plain(
      "host",
      "Broker",
      .host,
      isRequired: true,
      help: "The name or the address of the broker."
    ),
    .plain(
      "port",
      "Port",
      .number(1...65_535),
      help: "1883, and 8883 with TLS, unless you say another."
    ),
    .plain("user", "User", .line(most: 254), help: "Where the broker wants one."),
    .secret("password", "Password", help: "The user’s password."),
    .plain("tls", "TLS", .flag, usual: "false", help: "Whether the connection is encrypted."),
    .authorities,
    .verification,
    .plain(
      "tls_certificate",
      "Certificate",
      .path,
      help: "The path of a PEM file with homenet’s certificate, where the broker wants one."
    ),
    .plain("tls_key", "Key", .path, help: "The path of a PEM file with that certificate’s key."),
    .plain(
      "client_id",
      "Client id",
      .word(and: "_-", most: 64),
      help: "What the broker knows this homenet by; no other client may have the same."
    ),
  ]
}

extension MQTTBroker {
  /// The broker of settings that were checked.
  init(_ values: [String: String], clientID: String) {
    func value(_ name: String) -> String { values[name] ?? "" }
    let usesTLS = value("tls") == "true"
    self.init(
      host: value("host"),
      port: Int(value("port")) ?? (usesTLS ? 8883 : 1883),
      clientID: value("client_id").isEmpty ? clientID : value("client_id"),
      user: value("user"),
      password: value("password"),
      usesTLS: usesTLS,
      authorities: value("tls_ca"),
      certificate: value("tls_certificate"),
      key: value("tls_key"),
      isVerified: value("tls_verify") != "false"
    )
  }
}
