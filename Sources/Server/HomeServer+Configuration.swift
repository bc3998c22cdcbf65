public import Logging
public import Wire

extension HomeServer {
  /// Where the server listens, and how access to it is controlled.
  public struct Configuration: Sendable {
    /// Where it listens; port 0 is any that is free.
    public var listen: [Endpoint]
    /// The certificate, where it speaks TLS; then all listeners do.
    public var tls: TLSFiles?
    /// Names that a reverse proxy serves it by, whose pages are its own: `home.example`.
    public var trustedHosts: [String]
    /// Names of this machine; what else it serves by them is another site.
    public var ownNames: [String]
    /// How many connections may be open at once, over all listeners.
    public var mostConnections: Int
    /// The password's file; without one there can be no password.
    public var password: PasswordFile?
    /// Whether the home is made up; the page says so.
    public var isDemo: Bool
    /// The program's version.
    public var version: String
    /// Where it says what it does.
    public var logger: Logger
    /// Where the libraries that it is built on say what they do.
    public var frameworkLogger: Logger

    /// The port where nothing else is said.
    public static let defaultPort: UInt16 = 8480

    /// Listens on loopback alone by default.
    public init(
      listen: [Endpoint] = [Endpoint(.v4(IPv4Address(127, 0, 0, 1)), port: defaultPort)],
      tls: TLSFiles? = nil,
      trustedHosts: [String] = [],
      ownNames: [String] = [],
      mostConnections: Int = mostConnections(ofDescriptors: .max),
      password: PasswordFile? = nil,
      isDemo: Bool = false,
      version: String,
      logger: Logger,
      frameworkLogger: Logger? = nil
    ) {
      self.listen = listen
      self.tls = tls
      self.trustedHosts = trustedHosts
      self.ownNames = ownNames
      self.mostConnections = mostConnections
      self.password = password
      self.isDemo = isDemo
      self.version = version
      self.logger = logger
      self.frameworkLogger = frameworkLogger ?? logger
    }

    /// How many connections to allow, given how many descriptors the process may have: scanning needs
    /// 512 of them, and no home needs more than 8192 connections.
    public static func mostConnections(ofDescriptors limit: UInt) -> Int {
      max(fewestConnections, min(8192, Int(clamping: limit) - 512))
    }

    /// A browser has six; with fewer, two open pages would wait for each other.
    private static let fewestConnections = 64

    /// Whether that can be one of ``trustedHosts``: `home.example`, `home.example:8443`, `[fd00::1]`.
    public static func isHost(_ text: String) -> Bool {
      HostRules.host(of: text)?.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-._:".utf8.contains(byte)
        }
      } ?? false
    }

    /// Whether it can be reached from other machines.
    public var isOpenToOthers: Bool { listen.contains { $0.address.scope != .loopback } }
  }
}

extension Endpoint {
  /// Parses where to listen: `127.0.0.1:8480`, `[::1]:8480`, `localhost:8480`, an address alone
  /// (with the port of ``HomeServer/Configuration/defaultPort``), or a port alone (on loopback).
  public init?(listening text: String) {
    let standard = HomeServer.Configuration.defaultPort
    if let port = UInt16(text) {
      self.init(.v4(IPv4Address(127, 0, 0, 1)), port: port)
    } else if let address = IPAddress(text) {
      self.init(address, port: standard)
    } else if text.hasPrefix("["), let end = text.lastIndex(of: "]"),
      let address = IPAddress(String(text[text.index(after: text.startIndex)..<end]))
    {
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":"),
        let port = rest.isEmpty ? standard : UInt16(rest.dropFirst())
      else { return nil }
      self.init(address, port: port)
    } else {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let host = parts[0] == "localhost" ? "127.0.0.1" : String(parts[0])
      guard let address = IPv4Address(host),
        let port = parts.count == 2 ? UInt16(parts[1]) : standard
      else { return nil }
      self.init(.v4(address), port: port)
    }
  }
}
