public import Model
public import Networking

/// The kernel's network, in the namespace of whoever makes it or in one that is given.
///
/// All its sockets are made and served by one thread of its own, which sleeps when nothing happens
/// and ends after this value and its machines have.
public final class LinuxNetwork: Network {
  private let thread: ReactorThread
  private let resolverPath: String
  private let posing: Pose?

  /// What the scanner of a made-up home is, in place of the machine that the home is made in.
  public struct Pose: Sendable {
    /// What it calls itself.
    public var hostName: String
    /// What it is.
    public var machine: MachineDescription

    /// The given machine.
    public init(hostName: String, machine: MachineDescription) {
      self.hostName = hostName
      self.machine = machine
    }
  }

  /// A network.
  ///
  /// - Parameters:
  ///   - namespace: The network namespace that it lives in; the calling thread's otherwise.
  ///   - inFlight: The most connects, exchanges and kept connections at one time.
  ///   - allowPublic: Whether addresses on the Internet may be sent to.
  ///   - allowPublicResolvers: Whether resolvers on the Internet may be asked.
  ///   - resolverPath: Where the system names its resolvers (resolv.conf(5)).
  ///   - posing: What this machine is said to be; what it is otherwise.
  /// - Throws: What keeps its thread from starting, or from entering the namespace.
  public init(
    namespace: NetworkNamespace? = nil,
    inFlight: Int = 30,
    allowPublic: Bool = false,
    allowPublicResolvers: Bool = false,
    resolverPath: String = "/etc/resolv.conf",
    posing: Pose? = nil
  ) throws(LocalFailure) {
    self.resolverPath = resolverPath
    self.posing = posing
    thread = try ReactorThread(namespace: namespace) { (thread) throws(LocalFailure) in
      try Reactor(
        thread: thread,
        policy: SendingPolicy(
          allowPublic: allowPublic,
          allowPublicResolvers: allowPublicResolvers
        ),
        budget: ProbeBudget(limit: inFlight)
      )
    }
  }

  deinit {
    thread.stopWhenIdle()
  }

  /// Interfaces, default gateways and resolvers as they are now.
  public func configuration() async throws(LocalFailure) -> NetworkConfiguration {
    let (path, posing) = (resolverPath, posing)
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<NetworkConfiguration, SystemError>, Never>) in
      thread.post { reactor in
        let result = Self.read(resolversIn: path, posing)
        reactor.thread.wakeTask { continuation.resume(returning: result) }
      }
    }
    return try result.mapError(\.localFailure).get()
  }

  private static func read(
    resolversIn path: String,
    _ posing: Pose?
  ) -> Result<NetworkConfiguration, SystemError> {
    do throws(SystemError) {
      let resolvers = ResolverFile.read(path)
      var configuration = try NetworkConfiguration.read(resolvers: resolvers)
      configuration.hostName = posing?.hostName ?? NetworkConfiguration.readHostName()
      configuration.machine = posing?.machine ?? MachineDescription.read()
      return .success(configuration)
    } catch {
      return .failure(error)
    }
  }

  /// As many outputs of a machine wait for its reader: those of some seconds of the busiest scan.
  static let mostWaitingOutputs = 16_384

  /// Runs a machine on the network's thread.
  ///
  /// The thread serves every machine and never waits for a reader. A reader that is so slow that more
  /// than ``mostWaitingOutputs`` wait for it gets none of those that follow until it has caught up;
  /// ``TrafficLedger/lostOutputs`` counts them.
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

  /// What has been sent so far.
  public func traffic() async -> TrafficLedger {
    await withCheckedContinuation { continuation in
      thread.post { reactor in
        var ledger = reactor.ledger
        ledger.lost(outputs: reactor.thread.lostOutputs)
        reactor.thread.wakeTask { [ledger] in continuation.resume(returning: ledger) }
      }
    }
  }
}
