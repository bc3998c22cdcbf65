public import Model
public import Networking

/// The kernel's network, in the caller's namespace or another.
///
/// One thread opens and serves all its sockets; it ends after this value and its machines have.
public final class LinuxNetwork: Network {
  private let thread: ReactorThread
  private let resolverPath: String
  private let machineIdentity: MachineIdentity?

  /// The host name and machine to report in place of this machine's, for a simulated home.
  public struct MachineIdentity: Sendable {
    /// Reported as the configuration's host name.
    public var hostName: String
    /// Reported as the configuration's machine.
    public var machine: MachineDescription

    /// An identity to report.
    public init(hostName: String, machine: MachineDescription) {
      self.hostName = hostName
      self.machine = machine
    }
  }

  /// Starts the network's thread.
  ///
  /// - Parameters:
  ///   - namespace: The network namespace of its sockets; `nil` for the calling thread's.
  ///   - inFlight: The most connects, exchanges and kept connections at one time.
  ///   - allowPublic: Whether addresses on the Internet may be sent to.
  ///   - allowPublicResolvers: Whether resolvers on the Internet may be asked.
  ///   - resolverPath: Where the system names its resolvers (resolv.conf(5)).
  ///   - machineIdentity: What to report as this machine; `nil` for the real one.
  ///   - ledger: Where to count what is sent; several networks may have one.
  /// - Throws: What keeps its thread from starting, or from entering the namespace.
  public init(
    namespace: NetworkNamespace? = nil,
    inFlight: Int = 30,
    allowPublic: Bool = false,
    allowPublicResolvers: Bool = false,
    resolverPath: String = "/etc/resolv.conf",
    machineIdentity: MachineIdentity? = nil,
    ledger: SharedTrafficLedger = SharedTrafficLedger()
  ) throws(LocalFailure) {
    self.resolverPath = resolverPath
    self.machineIdentity = machineIdentity
    thread = try ReactorThread(namespace: namespace) { (thread) throws(LocalFailure) in
      try Reactor(
        thread: thread,
        policy: SendingPolicy(
          allowPublic: allowPublic,
          allowPublicResolvers: allowPublicResolvers
        ),
        budget: ProbeBudget(limit: inFlight),
        ledger: ledger,
        eachTurn: [{ $0.launchProbes() }]
      )
    }
  }

  deinit {
    thread.stopWhenIdle()
  }

  /// Interfaces, default gateways and resolvers as they are now.
  public func configuration() async throws(LocalFailure) -> NetworkConfiguration {
    let (path, machineIdentity) = (resolverPath, machineIdentity)
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<NetworkConfiguration, SystemError>, Never>) in
      thread.post { reactor in
        let result = Self.read(resolversIn: path, machineIdentity)
        reactor.thread.wakeTask { continuation.resume(returning: result) }
      }
    }
    return try result.mapError(\.localFailure).get()
  }

  private static func read(
    resolversIn path: String,
    _ machineIdentity: MachineIdentity?
  ) -> Result<NetworkConfiguration, SystemError> {
    do throws(SystemError) {
      let resolvers = ResolverFile.read(path)
      var configuration = try NetworkConfiguration.read(resolvers: resolvers)
      configuration.hostName = machineIdentity?.hostName ?? NetworkConfiguration.readHostName()
      configuration.machine = machineIdentity?.machine ?? MachineDescription.read()
      return .success(configuration)
    } catch {
      return .failure(error)
    }
  }

  /// Outputs that may wait for a machine's reader: some seconds of the busiest scan.
  static let mostWaitingOutputs = 16_384

  /// Runs a machine on the network's thread.
  ///
  /// The thread never waits for a reader: while `mostWaitingOutputs` wait for one, its further
  /// outputs are dropped, and counted in `TrafficLedger/lostOutputs`.
  public func run<Machine: NetworkMachine>(_ machine: Machine) -> AsyncStream<Machine.Output> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Machine.Output.self,
      bufferingPolicy: .bufferingOldest(Self.mostWaitingOutputs)
    )
    let number = thread.nextRunNumber()
    continuation.onTermination = { [thread] reason in
      guard case .cancelled = reason else { return }
      thread.post { $0.end(run: number) }
    }
    thread.post { reactor in
      reactor.begin(TypedMachineRun(number: number, machine: machine, outputs: continuation))
    }
    return stream
  }

  /// What the kernel lets this network do.
  public func capabilities() async -> Capabilities {
    let path = resolverPath
    return await withCheckedContinuation { continuation in
      thread.post { reactor in
        let capabilities = Capabilities.find(resolverPath: path)
        reactor.thread.wakeTask { continuation.resume(returning: capabilities) }
      }
    }
  }

  /// Whether ICMP echoes can be sent, by a datagram socket or by a raw one; nothing is sent.
  ///
  /// It is found without the rest of ``capabilities()``: to close a packet socket takes the kernel 20 ms.
  public func canEcho() async -> Bool {
    await withCheckedContinuation { continuation in
      thread.post { reactor in
        let can = Capabilities.findEchoDatagram().works || Capabilities.findEchoRaw().works
        reactor.thread.wakeTask { continuation.resume(returning: can) }
      }
    }
  }

  /// How many connects, exchanges and kept connections are in flight, or wait for their turn.
  public func exchangesUnderWay() async -> Int {
    await withCheckedContinuation { continuation in
      thread.post { reactor in
        let count = reactor.budget.inFlight + reactor.budget.waitingCount
        reactor.thread.wakeTask { continuation.resume(returning: count) }
      }
    }
  }

  /// What has been sent so far, by all the networks that have this ledger.
  public func traffic() async -> TrafficLedger {
    await withCheckedContinuation { continuation in
      thread.post { reactor in
        var ledger = reactor.ledger.current
        ledger.lost(outputs: reactor.thread.lostOutputs)
        reactor.thread.wakeTask { [ledger] in continuation.resume(returning: ledger) }
      }
    }
  }
}
