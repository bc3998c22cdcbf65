import Networking

extension Interface {
  /// The container or VM engine that made the interface, as far as its name and kind tell.
  ///
  /// Kind alone decides nothing: a home's own bridge is a `bridge`, and inside a container `eth0` is
  /// a `veth`.
  var engine: String? {
    for (prefix, kinds, engine) in Self.engines where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count)
      let isNumbered = rest.utf8.allSatisfy { (48...57).contains($0) }
      switch kinds {
      case .any: return engine
      case .numbered: if isNumbered { return engine }
      case .hexadecimal: if rest.utf8.count == 12, rest.allSatisfy(\.isHexDigit) { return engine }
      }
    }
    return nil
  }

  /// What follows a prefix in an engine's names.
  private enum Suffix {
    case any
    case numbered
    case hexadecimal
  }

  /// Names as the engines give them.
  private static let engines: [(prefix: String, suffix: Suffix, engine: String)] = [
    ("docker", .any, "Docker"),
    // A user's Docker network: `br-` and the first twelve digits of its id.
    ("br-", .hexadecimal, "Docker"),
    ("veth", .any, "a container engine"),
    ("podman", .any, "Podman"),
    ("cni", .any, "a container engine (CNI)"),
    ("flannel", .any, "Kubernetes (flannel)"),
    ("cali", .any, "Kubernetes (Calico)"),
    ("cilium", .any, "Kubernetes (Cilium)"),
    ("kube-", .any, "Kubernetes"),
    ("nodelocaldns", .any, "Kubernetes"),
    ("lxcbr", .numbered, "LXC"),
    ("lxdbr", .numbered, "LXD"),
    ("incusbr", .numbered, "Incus"),
    ("ve-", .any, "systemd-nspawn"),
    ("vb-", .any, "systemd-nspawn"),
    ("virbr", .any, "libvirt"),
    ("vnet", .numbered, "libvirt"),
    ("vmnet", .numbered, "VMware"),
    ("vboxnet", .numbered, "VirtualBox"),
    ("waydroid", .any, "Waydroid"),
    ("anbox", .any, "Anbox"),
    ("mpqemubr", .numbered, "Multipass"),
  ]
}
