import ArgumentParser
import Home
import LinuxNetwork
import Model
import Networking
import Wire

/// Explaining a device with the inventory's help.
extension ExplainCommand {
  /// Explains what is remembered, and sends nothing.
  func explainRemembered(_ query: DeviceQuery) throws {
    let inventory = try StoredInventory(in: data)
    guard !inventory.devices.isEmpty else { throw Failure(inventory.advice, .usage) }
    let matches = query.matches(in: inventory.devices)
    try refuseSeveral(matches.map(\.named))
    guard let found = matches.first else {
      throw Failure("no device in the inventory is '\(device)'", .usage)
    }
    try show(Explanation(found, in: TrafficLedger()))
  }

  /// Asks the device; one that doesn't answer is explained by what is remembered.
  func explainLive(_ query: DeviceQuery) async throws {
    let remembered = query.matches(in: try inventory())
    // Of several, the one that is there may still be the only one.
    let known = remembered.count == 1 ? remembered.first : nil
    switch try await ask(known.flatMap { $0.query(for: query) } ?? query) {
    case .found(let found, let traffic):
      if var known, known.isSame(as: found) {
        known.device = found
        try show(Explanation(known, in: traffic))
      } else {
        try show(Explanation(found, in: traffic))
      }
    case .nobody(let failure):
      guard let known else { throw failure }
      try show(Explanation(known, in: TrafficLedger()))
      let time = PastTime.words(known.device.lastSeen, now: .now)
      StandardStream.error.writeLine(
        "homenet: '\(DisplayText.safe(device))' doesn't answer; this is remembered, last seen \(time)"
      )
      throw ExitCode(failure.status.rawValue)
    }
  }

  /// What is remembered; asking goes on without, unless its directory was named.
  private func inventory() throws -> [InventoryDevice] {
    if data != nil { return try StoredInventory(in: data).devices }
    return (try? StoredInventory(in: nil).devices) ?? []
  }
}

extension InventoryDevice {
  /// How it is found again: by what lasts longest, if the person didn't say where to look.
  fileprivate func query(for typed: DeviceQuery) -> DeviceQuery? {
    if typed.address != nil || typed.mac != nil { return nil }
    let words =
      device.evidence.mac?.description ?? device.addresses.lazy.compactMap(\.v4).first?.description
    return words.map(DeviceQuery.init)
  }

  /// Whether a device that answered is this one: addresses may have gone to another.
  fileprivate func isSame(as found: Device) -> Bool {
    if id == found.id { return true }
    guard let mac = device.evidence.mac else { return found.evidence.mac == nil }
    return mac == found.evidence.mac
  }
}
