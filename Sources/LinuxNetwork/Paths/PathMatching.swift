import Networking
package import Wire

/// Which of the probes that were launched a reply is about.
///
/// By whom it went to, by the port or the echo's sequence, and by what it carried: never by an
/// identifier, which the kernel rewrites, and which others may have too.
package struct PathMatching {
  private struct Key: Hashable {
    var address: IPAddress
    /// The port, or the sequence of an echo.
    var selector: UInt16
  }

  private struct Launched {
    var key: Key
    var payload: [UInt8]
  }

  private var launched: [UInt32: Launched] = [:]
  private var numbers: [Key: [UInt32]] = [:]
  private var order = Fifo<UInt32>()

  /// How many probes are remembered, for the sake of late and doubled replies.
  package static let limit = 65_536

  /// Nothing launched yet.
  package init() {}

  /// Notes a probe.
  package mutating func add(_ number: UInt32, to target: Endpoint, payload: [UInt8]) {
    forget(number)
    if order.count >= Self.limit, let oldest = order.popFirst() { forget(oldest) }
    let key = Key(address: target.address.withoutZone, selector: target.port)
    launched[number] = Launched(key: key, payload: payload)
    numbers[key, default: []].append(number)
    order.append(number)
  }

  /// The probe that an error quotes, or that an answer repeats.
  ///
  /// - Parameters:
  ///   - target: Whom the quoted packet was for, with its port or sequence.
  ///   - payload: As much of what it carried as came back.
  /// - Returns: The probe; `nil` where there is none, or several could be meant.
  package func number(target: Endpoint, payload: [UInt8]) -> UInt32? {
    let key = Key(address: target.address.withoutZone, selector: target.port)
    guard let candidates = numbers[key] else { return nil }
    let meant = candidates.filter { number in
      guard let probe = launched[number] else { return false }
      // What is quoted may be cut short, or have something of the router's behind it.
      return zip(probe.payload, payload).allSatisfy { $0 == $1 }
    }
    return meant.count == 1 ? meant[0] : nil
  }

  private mutating func forget(_ number: UInt32) {
    guard let probe = launched.removeValue(forKey: number) else { return }
    numbers[probe.key]?.removeAll { $0 == number }
    if numbers[probe.key]?.isEmpty == true { numbers[probe.key] = nil }
  }
}
