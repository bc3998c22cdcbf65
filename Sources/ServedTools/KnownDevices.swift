import Home
import Model
package import Wire

/// What the inventory tells the tools of the hosts that they ask.
extension Sequence<InventoryDevice> {
  /// By address, the evidence that a device is a printer: that homenet "knows" or "remembers" it as one.
  package func printers(_ verb: String) -> [IPAddress: String] {
    var printers: [IPAddress: String] = [:]
    for device in self where device.category == .printer {
      for address in device.device.addresses {
        printers[address] = "homenet \(verb) it as \(device.name ?? "one")"
      }
    }
    return printers
  }

  /// The TCP ports that the devices were last seen to have open, by address without its zone.
  package var openPorts: [IPAddress: [UInt16]] {
    var ports: [IPAddress: [UInt16]] = [:]
    for device in self {
      let open = device.device.ports.filter { $0.transport == .tcp }.map(\.port)
      guard !open.isEmpty else { continue }
      for address in device.device.addresses { ports[address.withoutZone] = open }
    }
    return ports
  }
}
