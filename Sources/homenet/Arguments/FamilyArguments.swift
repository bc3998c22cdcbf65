import ArgumentParser
import Networking

/// `-4` and `-6`.
struct FamilyArguments: ParsableArguments {
  @Flag(name: .customShort("4"), help: "Use IPv4 only.")
  var onlyV4 = false

  @Flag(name: .customShort("6"), help: "Use IPv6 only.")
  var onlyV6 = false

  /// The family that will do; `nil` for both.
  var family: AddressFamily? { onlyV4 ? .v4 : onlyV6 ? .v6 : nil }

  func validate() throws {
    if onlyV4, onlyV6 { throw ValidationError("-4 and -6 exclude each other") }
  }
}
