internal import Glibc
import Networking
internal import Wire

extension Reactor {
  /// Executes a machine's request.
  ///
  /// All sending passes here or the probe queue, which apply the policy.
  func carryOut(_ request: NetworkRequest, for run: MachineRun) {
    guard !run.isEnded else { return }
    switch request {
    case .open(let ticket, let kind):
      open(ticket, .socket(kind), for: run)
    case .close(let ticket):
      if let number = run.sockets.removeValue(forKey: ticket) { close(number) }
    case .send(let ticket, let target, let payload, let purpose):
      send(OutgoingDatagram(target, payload, purpose), from: ticket, of: run)
    case .transmit(let ticket, let frame, let target, let purpose):
      transmit(frame, about: target, purpose, from: ticket, of: run)
    case .connect(let ticket, let probe):
      enqueue(probe, payload: nil, ticket, for: run)
    case .exchange(let ticket, let probe, let payload):
      enqueue(probe, payload: payload, ticket, for: run)
    case .write(let ticket, let bytes, let purpose):
      write(bytes, ticket, for: purpose, of: run)
    case .cancel(let ticket):
      cancel(ticket, of: run)
    case .launch(let ticket, let probe):
      launch(probe, from: ticket, of: run)
    case .solicit(let ticket, let addresses, let interface):
      solicit(addresses, on: interface, ticket, for: run)
    case .watchNeighbours(let ticket):
      open(ticket, .neighbours(keepsWatching: true), for: run)
    case .readNeighbours(let ticket):
      open(ticket, .neighbours(keepsWatching: false), for: run)
    case .watchConfiguration(let ticket):
      open(ticket, .configuration, for: run)
    case .wake(let ticket, let time):
      schedule(for: run, at: time) { $0.emit(.woke(ticket), to: run) }
    }
  }

  /// What can be opened.
  private enum Opening {
    case socket(SocketKind)
    case neighbours(keepsWatching: Bool)
    case configuration
  }

  /// Opens a long-lived socket; retries after a short delay if descriptors or buffers are short.
  private func open(_ ticket: Ticket, _ opening: Opening, for run: MachineRun, tries: Int = 0) {
    guard run.sockets[ticket] == nil else {
      let failure = LocalFailure.system(errno: EEXIST, call: "open")
      return emit(.failed(ticket, failure), to: run)
    }
    do throws(SystemError) {
      let registration = try make(opening, ticket, for: run)
      try watch(registration, Epoll.readable)
      run.sockets[ticket] = registration.number
      guard case .socket = opening else { return }
      let port = registration.descriptor.localEndpoint()?.port ?? 0
      emit(.opened(ticket, localPort: port), to: run)
    } catch {
      let failure = error.localFailure
      guard failure.isTransient, let delay = Backoff.delay(afterTries: tries + 1) else {
        return emit(.failed(ticket, failure), to: run)
      }
      schedule(for: run, at: SystemClock.now + delay) { reactor in
        reactor.open(ticket, opening, for: run, tries: tries + 1)
      }
    }
  }

  private func make(
    _ opening: Opening,
    _ ticket: Ticket,
    for run: MachineRun
  ) throws(SystemError) -> Registration {
    let id = Registration.ID(number: nextNumber(), run: run, ticket: ticket)
    return switch opening {
    case .socket(.udp(let options)):
      DatagramSocket(id, try UDPSocketSetup.open(options), interface: options.interface)
    case .socket(.echo(let family, let interface)):
      try EchoSocket(id, family: family, interface: interface)
    case .socket(.path(let options)):
      try PathSocket.open(id, options)
    case .socket(.link(let etherType, let interface)):
      try LinkSocket(id, etherType: etherType, interface: interface)
    case .socket(.dhcp(let interface)):
      try DHCPSocket(id, interface: interface)
    case .neighbours(let keepsWatching):
      try NeighbourReader(id, keepsWatching: keepsWatching)
    case .configuration:
      try ConfigurationReader(id)
    }
  }

  private func send(_ datagram: OutgoingDatagram, from ticket: Ticket, of run: MachineRun) {
    let outcome: ProbeOutcome
    if let rejection = policy.rejection(datagram.target, .datagram) {
      outcome = .localFailure(rejection)
    } else if let socket = socket(ticket, of: run) as? DatagramSocket, !(socket is LinkSocket) {
      return socket.send(datagram, self)
    } else {
      outcome = .localFailure(SystemError(number: EBADF, call: "send").localFailure)
    }
    emit(.sendFailed(ticket, to: datagram.target, outcome), to: run)
  }

  private func transmit(
    _ frame: [UInt8],
    about target: IPAddress,
    _ purpose: Purpose,
    from ticket: Ticket,
    of run: MachineRun
  ) {
    let datagram = OutgoingDatagram(Endpoint(target, port: 0), frame, purpose)
    let outcome: ProbeOutcome
    if let rejection = policy.rejection(frame: frame, target: target) {
      outcome = .localFailure(rejection)
    } else if let socket = socket(ticket, of: run) as? LinkSocket {
      return socket.send(datagram, self)
    } else {
      outcome = .localFailure(SystemError(number: EBADF, call: "send").localFailure)
    }
    emit(.sendFailed(ticket, to: datagram.target, outcome), to: run)
  }
}
