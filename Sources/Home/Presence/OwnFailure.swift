import Discovery
import Model
import Networking

extension SourceFailure {
  /// Whether it can be the cause that devices were not seen, so that a sweep tells nothing of them.
  ///
  /// What is not permitted never was, and other sources make up for it.
  var spoilsSweep: Bool {
    switch failure {
    case .notPermitted, .refusedByPolicy: false
    case .interfaceDown, .noDescriptors: true
    case .noBuffers, .addressUnavailable, .system: source == .neighbours || source == .arp
    }
  }
}
