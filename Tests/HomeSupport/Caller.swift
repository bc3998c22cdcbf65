package import Networking
package import Simulation
package import Wire

/// A machine that connects to ports, says what it has to say, and notes what it hears.
package struct Caller: NetworkMachine {
  /// One call.
  package struct Call: Sendable {
    package var port: UInt16
    package var saying: [UInt8]
    package var keepsOpen: Duration?
    /// Hangs up after so many bytes.
    package var enough: Int

    package init(
      _ port: UInt16,
      saying text: String = "",
      keepsOpen: Duration? = .seconds(5),
      enough: Int = .max
    ) {
      self.port = port
      saying = Array(text.utf8)
      self.keepsOpen = keepsOpen
      self.enough = enough
    }
  }

  /// What is heard of a call.
  package enum Heard: Equatable, Sendable {
    case probed(UInt32, isOpen: Bool)
    case received(UInt32, [UInt8])
    case closed(UInt32, ConnectionEnd)
  }

  package typealias Output = Heard

  package let address: IPv4Address
  package let calls: [Call]
  private var counts: [UInt32: Int] = [:]
  private var open: Set<UInt32>

  package init(_ address: IPv4Address, _ calls: [Call]) {
    self.address = address
    self.calls = calls
    open = Set(calls.indices.map { UInt32($0) })
  }

  package mutating func start(_ port: inout NetworkPort<Heard>) {
    for (number, call) in calls.enumerated() {
      let probe = Probe(
        target: Endpoint(.v4(address), port: call.port),
        timeout: .seconds(10),
        purpose: .banner,
        keepsOpen: call.keepsOpen
      )
      port.request(.connect(Ticket(owner: 1, number: UInt32(number)), probe))
    }
  }

  package mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Heard>) {
    let number = event.ticket.number
    let call = calls[Int(number)]
    switch event {
    case .probed(let ticket, _, let outcome):
      guard case .open = outcome else {
        port.output(.probed(number, isOpen: false))
        return end(number, &port)
      }
      port.output(.probed(number, isOpen: true))
      if call.keepsOpen == nil { end(number, &port) }
      if !call.saying.isEmpty { port.request(.write(ticket, call.saying, purpose: .http)) }
    case .received(let ticket, let bytes):
      port.output(.received(number, bytes))
      counts[number, default: 0] += bytes.count
      if counts[number, default: 0] >= call.enough {
        port.request(.cancel(ticket))
        end(number, &port)
      }
    case .closed(_, let reason):
      port.output(.closed(number, reason))
      end(number, &port)
    default:
      break
    }
  }

  private mutating func end(_ number: UInt32, _ port: inout NetworkPort<Heard>) {
    open.remove(number)
    if open.isEmpty { port.finish() }
  }
}

extension SimulatedRun<Caller.Heard> {
  /// What a call brought.
  package func bytes(_ call: UInt32) -> [UInt8] {
    outputs.flatMap { (_, heard) -> [UInt8] in
      if case .received(call, let bytes) = heard { bytes } else { [] }
    }
  }

  /// The same as text.
  package func text(_ call: UInt32) -> String { String(decoding: bytes(call), as: UTF8.self) }

  /// How a call ended, and when, counted from the start.
  package func end(_ call: UInt32) -> (after: Duration, reason: ConnectionEnd)? {
    for (time, heard) in outputs {
      if case .closed(call, let reason) = heard {
        return (time - MonotonicTime(nanoseconds: 1_000_000_000), reason)
      }
    }
    return nil
  }
}
