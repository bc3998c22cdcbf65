/// What list and map show of a device, presence and times aside, as its history keeps it.
///
/// Small, for a version of it is kept whenever it changes.
public struct DeviceProfile: Hashable, Sendable, Codable {
  /// Its id in the API then.
  public var id: String
  /// Its name, the user's own first.
  public var name: String?
  /// Its kind, the user's word first.
  public var category: Category
  /// Its maker.
  public var vendor: String?
  /// Its model.
  public var model: String?
  /// Its system.
  public var os: String?
  /// Its host name.
  public var hostname: String?
  /// Its main address.
  public var ip: String
  /// Its other addresses, ascending.
  public var addresses: [String]
  /// Its link address.
  public var mac: String?
  /// How it is connected.
  public var link: Link.Medium?
  /// The open ports: `22/tcp`.
  public var ports: [String]
  /// The services that it announces: `_ipp._tcp`, each type once.
  public var services: [String]
  /// What identifies its keys: a kind and a fingerprint, such as `tls:443:ab12…` or `ssh:…`.
  public var keys: [String]
  /// Whether a default route leads through it.
  public var isGateway: Bool
  /// Whether it is this machine.
  public var isSelf: Bool
  /// Whether the user hid it.
  public var isHidden: Bool
  /// The user's note.
  public var note: String?

  /// Memberwise initialiser.
  public init(
    id: String,
    name: String? = nil,
    category: Category = .unknown,
    vendor: String? = nil,
    model: String? = nil,
    os: String? = nil,
    hostname: String? = nil,
    ip: String,
    addresses: [String] = [],
    mac: String? = nil,
    link: Link.Medium? = nil,
    ports: [String] = [],
    services: [String] = [],
    keys: [String] = [],
    isGateway: Bool = false,
    isSelf: Bool = false,
    isHidden: Bool = false,
    note: String? = nil
  ) {
    self.id = id
    self.name = name
    self.category = category
    self.vendor = vendor
    self.model = model
    self.os = os
    self.hostname = hostname
    self.ip = ip
    self.addresses = addresses
    self.mac = mac
    self.link = link
    self.ports = ports
    self.services = services
    self.keys = keys
    self.isGateway = isGateway
    self.isSelf = isSelf
    self.isHidden = isHidden
    self.note = note
  }
}

/// A version of a device's profile.
public struct ProfileVersion: Hashable, Sendable {
  /// The device's slot.
  public var slot: Int
  /// Since when it is so.
  public var since: Timestamp
  /// What is shown since then; `nil` where the device was forgotten or merged.
  public var profile: DeviceProfile?

  /// Memberwise initialiser.
  public init(slot: Int, since: Timestamp, profile: DeviceProfile?) {
    self.slot = slot
    self.since = since
    self.profile = profile
  }
}
