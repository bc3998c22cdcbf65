import Networking
import Wire

/// Sends echoes for many checks at once, by one machine on one network.
final class EchoService: Sendable {
  private struct Asking {
    var lastID: UInt64 = 0
    var waiting: [UInt64: CheckedContinuation<EchoOutcome, Never>] = [:]
  }

  private let network: any Network
  private let token: UInt64
  private let queue = EchoQueue()
  private let asking = Lock(Asking())

  /// Echoes on a network; `token` distinguishes them from those of other programs.
  init(on network: any Network, token: UInt64 = .random(in: .min ... .max)) {
    self.network = network
    self.token = token
  }

  /// Sends one echo, and waits for its answer; one that is cancelled counts as silent.
  func ask(_ target: IPAddress, within limit: Duration) async -> EchoOutcome {
    let id = asking.withLock { asking in
      asking.lastID += 1
      return asking.lastID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        asking.withLock { $0.waiting[id] = continuation }
        // Cancelled before there was anything to resume.
        if Task.isCancelled { return finish(id, .silent) }
        switch queue.add(EchoRequest(id: id, target: target, timeout: limit)) {
        case .waits: break
        case .needsMachine(let number): run(number)
        case .full: finish(id, .notSent(.noBuffers))
        }
      }
    } onCancel: {
      finish(id, .silent)
    }
  }

  private func run(_ number: Int) {
    let outcomes = network.run(EchoMachine(queue, number: number, token: token))
    Task {
      for await output in outcomes { finish(output.id, output.outcome) }
      guard queue.end(number) else { return }
      // The network ended under it.
      let left = asking.withLock { asking in
        let left = asking.waiting
        asking.waiting.removeAll()
        return left
      }
      for continuation in left.values { continuation.resume(returning: .notSent(.interfaceDown)) }
    }
  }

  private func finish(_ id: UInt64, _ outcome: EchoOutcome) {
    let continuation = asking.withLock { $0.waiting.removeValue(forKey: id) }
    continuation?.resume(returning: outcome)
  }
}
