internal import Glibc
public import Networking

extension NetworkConfiguration {
  /// What this machine calls itself (gethostname(2)); `nil` where it has no name.
  public static func readHostName() -> String? {
    // HOST_NAME_MAX is 64; a longer name is cut, without a final NUL.
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
    let name = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
