internal import Glibc
import Model

extension MachineDescription {
  /// This machine's description, from its firmware and its system.
  static func read() -> MachineDescription {
    MachineDescription { path in
      // Enough for the first processor's features in /proc/cpuinfo, the longest file.
      guard let file = try? FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK) else { return nil }
      var bytes = [UInt8](repeating: 0, count: 8192)
      let count = try? systemCall("read") { Glibc.read(file.rawValue, &bytes, bytes.count) }
      return count.map { String(decoding: bytes[..<$0], as: UTF8.self) }
    }
  }

  /// A description from those files' texts; the closure returns `nil` for a missing file.
  init(reading text: (String) -> String?) {
    self.init()
    self[.container] = Self.container(text)
    // In a container the files belong to its image and don't describe the machine.
    if self[.container] == nil {
      readSystem(text("/etc/os-release") ?? text("/usr/lib/os-release") ?? "")
    }
    self[.model] = text("/proc/device-tree/model")
    let firmware = "/sys/class/dmi/id/"
    let (maker, name) = (text(firmware + "sys_vendor"), text(firmware + "product_name"))
    self[.hypervisor] = Self.hypervisor(maker: maker ?? "", product: name ?? "", text)
    // A virtual machine's firmware describes no hardware.
    guard self[.hypervisor] == nil else { return }
    self[.vendor] = maker
    // Lenovo has a type number there, and the product's name in another field.
    let hasNumber = maker?.lowercased().hasPrefix("lenovo") == true
    self[.product] = hasNumber ? text(firmware + "product_version") ?? name : name
    self[.chassis] = text(firmware + "chassis_type").flatMap { type in
      Int(type.prefix { $0.isNumber }).flatMap { Self.chassisTypes[$0] }
    }
  }

  /// os-release(5): assignments as a shell has them.
  private mutating func readSystem(_ text: String) {
    let keys: [Substring: Part] = [
      "PRETTY_NAME": .os, "ID": .osID, "ID_LIKE": .osFamily, "VARIANT_ID": .osVariant,
    ]
    for line in text.split(whereSeparator: \.isNewline) {
      let sides = line.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, let part = keys[sides[0]], self[part] == nil else { continue }
      self[part] = Self.unquoted(sides[1])
    }
  }

  private static func unquoted(_ value: Substring) -> String {
    guard let quote = value.first, quote == "\"" || quote == "'", value.count > 1,
      value.last == quote
    else { return String(value) }
    return String(value.dropFirst().dropLast().filter { $0 != "\\" })
  }

  /// The container engine, from the files that it leaves.
  private static func container(_ text: (String) -> String?) -> String? {
    if let name = text("/run/systemd/container"), !name.isEmpty { return name }
    if text("/.dockerenv") != nil { return "docker" }
    return text("/run/.containerenv") == nil ? nil : "podman"
  }

  /// What runs it, where it is no hardware.
  private static func hypervisor(
    maker: String,
    product: String,
    _ text: (String) -> String?
  ) -> String? {
    let said = "\(maker) \(product)".lowercased()
    if let known = hypervisors.first(where: { said.contains($0.said) }) { return known.name }
    if let type = text("/sys/hypervisor/type"), type.hasPrefix("xen") { return "Xen" }
    // A bit that hypervisors set for their guests (CPUID leaf 1, ECX bit 31).
    let flags = text("/proc/cpuinfo")?.split(whereSeparator: \.isNewline)
      .first { $0.hasPrefix("flags") }
    return flags?.split(separator: " ").contains("hypervisor") == true ? "a hypervisor" : nil
  }

  /// What firmware of virtual machines says.
  private static let hypervisors: [(said: String, name: String)] = [
    ("vmware", "VMware"), ("virtualbox", "VirtualBox"), ("innotek", "VirtualBox"),
    ("microsoft corporation virtual machine", "Hyper-V"), ("parallels", "Parallels"),
    ("hvm domu", "Xen"), ("bhyve", "bhyve"), ("apple virtualization", "Apple"),
    ("openstack", "OpenStack"), ("google compute engine", "Google"), ("amazon ec2", "Amazon"),
    ("qemu", "QEMU"), ("kvm", "KVM"), ("bochs", "Bochs"),
  ]

  /// Kinds of case (SMBIOS 3.7, 7.4.1).
  private static let chassisTypes: [Int: String] = [
    3: "Desktop", 4: "Low Profile Desktop", 5: "Pizza Box", 6: "Mini Tower", 7: "Tower",
    8: "Portable", 9: "Laptop", 10: "Notebook", 11: "Hand Held", 12: "Docking Station",
    13: "All in One", 14: "Sub Notebook", 15: "Space-saving", 16: "Lunch Box",
    17: "Main Server Chassis", 22: "RAID Chassis", 23: "Rack Mount Chassis",
    24: "Sealed-case PC", 25: "Multi-system chassis", 28: "Blade", 29: "Blade Enclosure",
    30: "Tablet", 31: "Convertible", 32: "Detachable", 33: "IoT Gateway", 34: "Embedded PC",
    35: "Mini PC", 36: "Stick PC",
  ]
}
