internal import Glibc
internal import HomeNet
internal import Net

extension LocalFailure {
  /// That no route leads to an address: this machine's own trouble, not the other side's.
  static let noRoute = LocalFailure.system(errno: ENETUNREACH, call: "connect")

  /// The failure in words; a missing route has its own.
  var diagnosticWords: String {
    self == .noRoute ? "this machine has no route there" : words
  }
}
