import Diagnostics
import FoundationEssentials
import LinuxNetwork

extension CymruOrigins {
  /// Asked by DNS of this system's resolvers.
  static var system: CymruOrigins { CymruOrigins(texts: DNSClient.system()) }
}

extension RegistryNetwork {
  /// The system's network, with documents kept in the user's cache.
  static var system: RegistryNetwork {
    RegistryNetwork(cache: .user(ProcessInfo.processInfo.environment), now: { .now })
  }
}
