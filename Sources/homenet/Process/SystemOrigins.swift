import Diagnostics

extension CymruOrigins {
  /// Asked by DNS of this system's resolvers.
  static var system: CymruOrigins { CymruOrigins(texts: DNSClient.system()) }
}
