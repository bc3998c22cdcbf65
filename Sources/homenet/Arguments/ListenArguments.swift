import ArgumentParser
import Home
import Server
import Wire

/// The options that `serve` and `demo` share.
struct ListenArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Listen here (127.0.0.1:8480), on loopback unless a password is set; repeatable.",
      valueName: "address:port"
    ),
    transform: Endpoint.init(argument:)
  )
  var listen: [Endpoint] = []

  @Flag(
    help: """
      Listen on this machine's private addresses, for the phone; makes a password where none is set.
      """
  )
  var lan = false

  @Option(
    name: .customLong("trusted-host"),
    help: ArgumentHelp("A name that a reverse proxy serves it by; repeatable.", valueName: "name"),
    transform: checkedHost
  )
  var trustedHosts: [String] = []

  @Option(
    help: ArgumentHelp("Speak TLS, with this certificate (PEM).", valueName: "file"),
    completion: .file()
  )
  var tlsCert: String?

  @Option(
    help: ArgumentHelp("The certificate's private key (PEM).", valueName: "file"),
    completion: .file()
  )
  var tlsKey: String?

  @Option(
    help: ArgumentHelp("Keep the inventory in this directory.", valueName: "directory"),
    completion: .directory
  )
  var data: String?

  @Option(
    help: ArgumentHelp(
      "How often to sweep (5m; the demo: 20s); it listens all the time.",
      valueName: "duration"
    ),
    transform: parseDuration
  )
  var every: Duration?

  func validate() throws {
    if lan, !listen.isEmpty {
      throw ValidationError("--lan and --listen exclude each other; name the address by --listen")
    }
    if (tlsCert == nil) != (tlsKey == nil) {
      throw ValidationError("--tls-cert and --tls-key need each other")
    }
    if let every, every < WatchOptions.shortest {
      throw ValidationError("--every is at least 20s: a sweep takes nearly as long")
    }
    try Self.check(data: data)
  }

  static func check(data: String?) throws {
    if data == "" { throw ValidationError("--data needs the name of a directory") }
  }

  /// These options, and where they say nothing what the configuration says.
  func filled(from settings: ServeSettings) throws -> ListenArguments {
    var filled = self
    // What to listen at is said in one of two ways.
    if listen.isEmpty, !lan {
      filled.listen = try (settings.texts(.listen) ?? []).map(Endpoint.init(argument:))
      filled.lan = settings.flag(.lan) ?? false
    }
    if trustedHosts.isEmpty { filled.trustedHosts = settings.texts(.trustedHosts) ?? [] }
    if tlsCert == nil {
      filled.tlsCert = settings.text(.tlsCert)
      filled.tlsKey = settings.text(.tlsKey)
    }
    filled.data = data ?? settings.text(.data)
    filled.every = every ?? settings.duration(.every)
    return filled
  }

  var tls: TLSFiles? {
    guard let tlsCert, let tlsKey else { return nil }
    return TLSFiles(certificate: tlsCert, key: tlsKey)
  }
}

/// A host name, with or without a port.
private func checkedHost(_ text: String) throws -> String {
  guard HomeServer.Configuration.isHost(text) else {
    throw ValidationError("'\(text)' is not a host name such as home.example")
  }
  return text
}

extension Endpoint {
  fileprivate init(argument text: String) throws {
    guard let endpoint = Endpoint(listening: text) else {
      throw ValidationError("'\(text)' is no address and port such as 127.0.0.1:8480 or [::1]:8480")
    }
    self = endpoint
  }
}
