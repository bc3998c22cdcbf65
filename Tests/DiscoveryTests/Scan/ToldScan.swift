import DemoHome
import HomeSupport
import Wire
@testable import Networking
@testable import Discovery
@testable import Identification
@testable import Model
import Simulation

/// A scan of a simulated home as its reader is told of it: updates at the pacer's times.
struct ToldScan {
  /// The standard home, scanned once for all who look at it.
  static let standard = ToldScan(.standard)

  let home: SimulatedHome
  let scan: ScanRun
  /// Every device that was told, as it was after each update.
  private(set) var updates: [(elapsed: Duration, devices: [IPAddress: Device])] = []

  /// Scans the home with all of its services.
  init(_ home: SimulatedHome) {
    self.home = home
    scan = ScanRun(SimulatedTopology(home: home) { $0.responders(in: home) })
    var picture = ScanPicture(identifier: Identifier())
    for (time, output) in scan.run.outputs {
      while let due = picture.due, due <= time - scan.began { tell(&picture, at: due) }
      picture.take(output, at: time - scan.began)
    }
    if picture.due != nil { tell(&picture, at: scan.duration ?? .seconds(3600)) }
  }

  private var told: [String: Device] = [:]

  private mutating func tell(_ picture: inout ScanPicture, at elapsed: Duration) {
    let update = picture.update(at: elapsed)
    for id in update.removed { told[id] = nil }
    for device in update.changed { told[device.id] = device }
    var devices: [IPAddress: Device] = [:]
    for device in told.values {
      for address in device.addresses { devices[address] = device }
    }
    updates.append((elapsed, devices))
  }

  /// What is told of a device in the end.
  func last(_ device: SimulatedDevice) -> Device? {
    updates.last?.devices[.v4(device.address)]
  }

  /// What has been told of a device by then.
  func told(_ device: SimulatedDevice, by elapsed: Duration) -> Device? {
    updates.last { $0.elapsed <= elapsed }?.devices[.v4(device.address)]
  }

  /// The devices of whom something said at the end is not true, and what it is.
  func wrong(_ isWrong: (SimulatedDevice, Verdict) -> String?) -> [String] {
    home.devices.compactMap { device in
      guard let verdict = last(device)?.verdict else { return "\(device.label): not found" }
      return isWrong(device, verdict).map { "\(device.label): \($0)" }
    }
  }

  /// The devices whose name is not the one that a person should see; case doesn't matter.
  var wrongNames: [String] {
    wrong { device, verdict in
      guard let name = device.shownName, name.lowercased() != verdict.name?.lowercased() else {
        return nil
      }
      return "\(verdict.name ?? "nothing"), truly \(name)"
    }
  }

  /// The devices whose kind is told wrong, and surely.
  var confidentlyWrongKinds: [String] {
    wrong { device, verdict in
      verdict.category == device.category || verdict.confidence < 0.8
        ? nil : "\(verdict.category) \(verdict.confidence), truly \(device.category)"
    }
  }

  /// The devices whose kind is told wrong.
  var wrongKinds: [String] {
    wrong { device, verdict in
      verdict.category == device.category
        ? nil : "\(verdict.category) \(verdict.confidence), truly \(device.category)"
    }
  }

  /// The devices whose property is told wrong, where it is known at all.
  ///
  /// What says the true one and more is right, its generation or its size; so is a model without its
  /// maker's name.
  func wrong(
    _ truth: KeyPath<SimulatedDevice, String?>,
    _ claim: KeyPath<Verdict, String?>
  ) -> [String] {
    wrong { device, verdict in
      guard let truth = device[keyPath: truth] else { return nil }
      guard let said = verdict[keyPath: claim] else { return "nothing, truly \(truth)" }
      let full = "\(verdict.vendor ?? "") \(said)"
      return full.lettersAndDigits.contains(truth.lettersAndDigits)
        ? nil : "\(said), truly \(truth)"
    }
  }

  /// The addresses that were asked more than a device may be, and how much.
  ///
  /// A device gets 30 connections of the port scan, 6 of probes, and 24 datagrams of probes.
  var overasked: [String] {
    let probes: Set<Purpose> = [.http, .banner, .snmp, .smb, .maker]
    return scan.run.traffic.counts.compactMap { address, purposes in
      guard !address.isGroup(in: home.prefix) else { return nil }
      let connections = purposes.values.reduce(0) { $0 + $1.connections }
      let datagrams = purposes.reduce(0) { $0 + (probes.contains($1.key) ? $1.value.packets : 0) }
      return connections <= 36 && datagrams <= 24
        ? nil : "\(address): \(connections) connections, \(datagrams) datagrams"
    }
  }
}

extension String {
  /// The text without what makers write now so, now so: case, spaces, hyphens.
  fileprivate var lettersAndDigits: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}

extension IPAddress {
  /// Whether many may hear what is sent there.
  fileprivate func isGroup(in prefix: IPv4Prefix) -> Bool {
    scope == .multicast || scope == .reserved || v4 == prefix.last
  }
}
