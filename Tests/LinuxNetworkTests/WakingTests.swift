import Glibc
import Testing
import Wire
@testable import LinuxNetwork
@testable import Networking

/// Runs each piece of a task on a thread of its own, and notes where the thread that woke it was.
private final class NotingExecutor: TaskExecutor {
  private let noted = Lock<Set<String>>([])

  /// The namespaces of all that woke a task.
  var namespaces: Set<String> { noted.withLock { $0 } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    noted.withLock { _ = $0.insert(ownNamespace()) }
    do {
      try SystemThread.start(name: "test task") {
        job.runSynchronously(on: self.asUnownedTaskExecutor())
      }
    } catch {
      fatalError("no thread for a task: \(error)")
    }
  }
}

/// What the kernel calls the calling thread's network namespace.
private func ownNamespace() -> String {
  var name = [CChar](repeating: 0, count: 64)
  let length = readlink("/proc/thread-self/ns/net", &name, name.count)
  guard length > 0 else { return "errno \(errno)" }
  return String(decoding: name.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// A thread begins in the namespace of the one that makes it, and the pool makes one where a task is
/// woken: what a namespace's threads wake would open its sockets in there.
@Suite struct `Tasks are woken from the process' own namespace` {
  private let ticket = Ticket(owner: 0, number: 1)

  @Test func `by a network in another one`() async throws {
    let lab = try VethPair()
    let executor = NotingExecutor()
    let own = ownNamespace()
    let network = try LinuxNetwork(namespace: lab.left)
    let outputs = await withTaskExecutorPreference(executor) { [ticket] in
      _ = try? await network.configuration()
      _ = await network.capabilities()
      _ = await network.traffic()
      return await network.collect(
        ScriptedMachine(
          [.wake(ticket, at: SystemClock.now)],
          limit: 1
        )
      )
    }
    #expect(outputs.count == 1)
    #expect(executor.namespaces == [own])
  }

  @Test(arguments: [PortSweeper.Method.connect, .halfOpen])
  func `by a sweep of ports in another one`(method: PortSweeper.Method) async throws {
    let lab = try VethPair()
    let executor = NotingExecutor()
    let own = ownNamespace()
    let sweeper = PortSweeper(
      [PortSweep.Target(.v4(lab.rightAddress), ports: [9])],
      method: method,
      in: lab.left
    )
    let hosts = try await withTaskExecutorPreference(executor) { try await sweeper.run() }
    #expect(hosts.count == 1)
    #expect(executor.namespaces == [own])
  }
}
