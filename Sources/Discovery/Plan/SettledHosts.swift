public import Model
public import Wire

/// The hosts that were asked what they are within the last day: nobody asks them the same again.
public struct SettledHosts: Hashable, Sendable {
  /// One address.
  public struct Host: Hashable, Sendable {
    /// The link address that it had; another device may have the address by now.
    public var mac: MACAddress?
    /// What was learnt, so that only what is new raises a question.
    public var facts: [Observation]

    /// The given host.
    public init(mac: MACAddress?, facts: [Observation]) {
      self.mac = mac
      self.facts = facts
    }
  }

  /// By address.
  public var hosts: [IPAddress: Host]

  /// Nobody, by default.
  public init(_ hosts: [IPAddress: Host] = [:]) {
    self.hosts = hosts
  }
}
