public import Wire

/// Whom a MAC address belongs to, or why it belongs to no maker.
public enum AddressOwner: Hashable, Sendable {
  /// A maker's block.
  case maker(VendorName)
  /// A block whose owner asked the registry not to be named.
  case undisclosed
  /// An address that a group of routers shares.
  case virtualRouter(VirtualRouter)
  /// An address that a program gives the machines or containers it runs. The name is that of the
  /// block's owner, where it is registered.
  case virtualMachine(VirtualMachine, VendorName?)
  /// IANA's block, for protocols and documentation (RFC 9542).
  case protocols
  /// A group of stations, or no address at all.
  case noStation
  /// Chosen by the device or by whoever set it up, as phones do for privacy.
  case local
  /// A block that the registries in use don't know.
  case unknown
}

/// A maker's name as people say it, and as it is registered.
public struct VendorName: Hashable, Sendable {
  /// As people say it, without its legal form: `Sky`.
  public var brand: String
  /// As the registry has it: `Sky UK Limited`.
  public var registered: String

  /// A maker's two names.
  public init(brand: String, registered: String) {
    self.brand = brand
    self.registered = registered
  }
}

/// What runs virtual machines or containers, known by the MAC addresses that it gives them.
///
/// Registered blocks are from the registries; 52:54:00 is the default of QEMU and libvirt, 02:42 that
/// of Docker's bridges up to version 27.
public enum VirtualMachine: String, Hashable, Sendable, CaseIterable {
  /// VMware.
  case vmware = "VMware"
  /// Oracle VirtualBox.
  case virtualBox = "VirtualBox"
  /// Parallels Desktop.
  case parallels = "Parallels"
  /// Microsoft Hyper-V.
  case hyperV = "Hyper-V"
  /// Xen and XenServer.
  case xen = "Xen"
  /// QEMU, with or without KVM.
  case qemu = "QEMU/KVM"
  /// Proxmox VE.
  case proxmox = "Proxmox VE"
  /// Docker.
  case docker = "Docker"

  /// What an address is given by; `nil` for all others.
  public init?(_ mac: MACAddress) {
    switch mac.rawValue >> 24 {
    case 0x00_0569, 0x00_0C29, 0x00_1C14, 0x00_5056: self = .vmware
    case 0x08_0027: self = .virtualBox
    case 0x00_1C42: self = .parallels
    case 0x00_155D: self = .hyperV
    case 0x00_163E: self = .xen
    case 0x52_5400: self = .qemu
    case 0xBC_2411: self = .proxmox
    default:
      guard mac.rawValue >> 32 == 0x0242 else { return nil }
      self = .docker
    }
  }
}

extension VirtualMachine {
  /// Whether servers run it, rather than people's own computers.
  var isOfServers: Bool {
    switch self {
    case .proxmox, .docker, .xen: true
    case .vmware, .virtualBox, .parallels, .hyperV, .qemu: false
    }
  }
}

extension VendorName: CustomStringConvertible {
  /// The brand, with the registered name behind it where that is more than a legal form longer:
  /// `Apple`, but `Sky (Sky UK Limited)`.
  public var description: String {
    BrandName.isOnlyLonger(registered, than: brand)
      || BrandName.shortened(registered).lowercased() == brand.lowercased()
      ? brand : "\(brand) (\(registered))"
  }
}

extension AddressOwner: CustomStringConvertible {
  /// In words, as they stand behind an address and a comma.
  public var description: String {
    switch self {
    case .maker(let name): "of a block of \(name)"
    case .undisclosed: "of a block whose owner asked not to be named"
    case .virtualRouter(let router): "a virtual router's (\(router.rawValue)), shared by several"
    case .virtualMachine(let machine, _):
      "given by \(machine.rawValue) to a machine or container that it runs"
    case .protocols: "of IANA's block for protocols, which no device should have"
    case .noStation: "no device's own address"
    case .local: "private: it may change"
    case .unknown: "of a block that the registry doesn't know"
    }
  }
}
