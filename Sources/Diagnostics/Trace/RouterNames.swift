import LinuxNetwork
public import Networking
internal import Wire

/// What routers are called, asked of the system.
public enum RouterNames {
  /// Asks the system's resolvers, but never one on the Internet about an address of this home: that
  /// would tell it what the home looks like.
  public static func system(_ configuration: NetworkConfiguration) -> Trace.Naming {
    let asksInternet = asksInternet(configuration)
    return { address in
      if asksInternet, address.scope != .global { return nil }
      return await HostLookup.name(of: address)
    }
  }

  /// Whether any resolver is on the Internet, beyond this machine's own networks.
  static func asksInternet(_ configuration: NetworkConfiguration) -> Bool {
    configuration.resolvers.contains(where: configuration.interfaces.leaveHome)
  }
}
