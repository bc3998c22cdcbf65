internal import Glibc
internal import LinuxNetwork

/// The settings under `/proc/sys/net` of the calling thread's network namespace.
enum SystemControl {
  /// Writes a setting; says whether the kernel took it.
  ///
  /// Containers may show `/proc/sys` read-only: a lab works without, a little less quietly.
  @discardableResult
  static func set(_ name: String, to value: String) -> Bool {
    guard let file = try? FileDescriptor(opening: "/proc/sys/net/\(name)", O_WRONLY) else {
      return false
    }
    let bytes = Array(value.utf8)
    return write(file.rawValue, bytes, bytes.count) == bytes.count
  }

  /// Leaves IPv6 addresses to the lab, and asks nobody for routers.
  static func quietenIPv6() {
    set("ipv6/conf/default/addr_gen_mode", to: "1")
    set("ipv6/conf/default/router_solicitations", to: "0")
    set("ipv6/conf/default/accept_dad", to: "0")
  }

  /// Keeps IPv6 off the namespace: a switch has no addresses.
  static func disableIPv6() {
    set("ipv6/conf/default/disable_ipv6", to: "1")
  }

  /// Takes packets from sources that no route leads back to, whatever the machine's own setting,
  /// which a new namespace inherits.
  static func acceptUnroutableSources() {
    set("ipv4/conf/all/rp_filter", to: "0")
    set("ipv4/conf/default/rp_filter", to: "0")
  }
}
