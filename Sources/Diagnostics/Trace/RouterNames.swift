public import Net
internal import Wire

/// What routers are called, asked of the system.
public enum RouterNames {
  /// Asks the system's resolvers, but never one on the Internet about an address of this home: that
  /// would tell it what the home looks like.
  public static func system(_ configuration: NetworkConfiguration) -> Trace.Naming {
    let asksPublic = configuration.resolvers.contains { $0.scope == .global }
    return { address in
      if asksPublic, address.scope != .global { return nil }
      return await HostLookup.name(of: address)
    }
  }
}
