public import LinuxNetwork
public import Model
public import Networking
public import Wire

/// The network, resolver, streams, trust roots and clock that a diagnosis uses.
public struct ConnectionEnvironment: Sendable {
  /// Looks a host up as programs do.
  public typealias LookUp =
    @Sendable (String, AddressFamily?) async -> Result<[IPAddress], HostLookup.Failure>

  /// What echoes, connects and packets along a path go by; it must let nothing go to the Internet
  /// where no target was named.
  public var network: any Network
  /// Looks hosts up.
  public var lookUp: LookUp
  /// Carries questions to resolvers.
  public var questions: any DNSCarrier
  /// Carries TLS' hellos.
  public var streams: any StreamNetwork
  /// Carries exchanges in TLS to a host, without a check of its certificate; `nil` where this
  /// machine can't speak TLS.
  public var secured: @Sendable (String) -> (any StreamNetwork)? = { host in
    (try? StreamSecurity(.anybody, name: IPAddress(host) == nil ? host : nil)).map {
      SystemStreams(security: $0)
    }
  }
  /// Who is trusted.
  public var roots: TrustRoots
  /// The time that certificates are judged by.
  public var now: @Sendable () -> Timestamp

  /// The system's resolver, streams and clock, with that network.
  public init(
    network: any Network,
    lookUp: @escaping LookUp = { host, family in
      do throws(HostLookup.Failure) {
        return .success(try await HostLookup.addresses(of: host, family))
      } catch {
        return .failure(error)
      }
    },
    questions: any DNSCarrier = SystemDNSCarrier(),
    streams: any StreamNetwork = SystemStreams(),
    roots: TrustRoots = .system(),
    now: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.network = network
    self.lookUp = lookUp
    self.questions = questions
    self.streams = streams
    self.roots = roots
    self.now = now
  }
}
