import HomeNet
import Net
import Wire

extension SimulatedKernel {
  /// A frame of a link socket.
  mutating func transmit(
    _ ticket: Ticket,
    _ frame: [UInt8],
    _ target: IPAddress,
    _ purpose: Purpose
  ) {
    note(Endpoint(target, port: 0), purpose, .frame, at: now)
  }

  /// A host answers an echo request.
  mutating func echo(_ message: [UInt8], from target: IPAddress, _ place: Place) {
  }
}
