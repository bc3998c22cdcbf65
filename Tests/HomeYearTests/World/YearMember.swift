import Model

/// A kind of device, by how it behaves.
enum YearKind: String, Sendable {
  case router, nas, printer, tv, laptop, desktop, phone, tablet, watch, plug, camera, speaker
  case console, board

  /// What it is taken to be.
  var category: Category {
    switch self {
    case .router: .router
    case .nas: .storage
    case .printer: .printer
    case .tv: .tvMedia
    case .laptop, .desktop: .computer
    case .phone: .phone
    case .tablet: .tablet
    case .watch: .wearable
    case .plug: .smartHome
    case .camera: .camera
    case .speaker: .speaker
    case .console: .gaming
    case .board: .server
    }
  }

  /// Whether it is silent for minutes while it is there.
  var dozes: Bool { self == .phone || self == .tablet || self == .watch }
  /// Whether it goes on when the power is cut.
  var hasBattery: Bool { dozes || self == .laptop }
  /// Whether it stays off once it has power again.
  var staysOff: Bool { self == .tv || self == .console || self == .desktop }
  /// Whether it is connected by a cable.
  var isWired: Bool { self == .router || self == .nas || self == .desktop }
}

/// What a device shows that has another link address every few weeks.
enum RotatingIdentity: String, Sendable, CaseIterable {
  /// An AirPlay id and a name of its own.
  case airPlay = "AirPlay id"
  /// A HomeKit id, and a name of its own with every other link address only.
  case homeKit = "HomeKit id"
  /// An SSH host key and a name of its own.
  case hostKey = "host key"
  /// A host key that another device has, too.
  case copiedKey = "copied host key"
  /// A name and a kind.
  case name = "name and kind"
  /// A name that thousands have.
  case nothing

  /// Whether it proves that it is the same device; by the others it can be proposed at most.
  var isProof: Bool { self == .airPlay || self == .homeKit || self == .hostKey }
}

/// A device of a simulated household.
struct YearMember: Sendable {
  /// When it is at home.
  enum Habit: Hashable, Sendable {
    /// As its kind is.
    case usual
    /// The same, from that share of the time on.
    case joins(Double)
    /// While the device with that number is out.
    case replaces(Int)
    /// For some hours, while the device with that number is out and about to get another link address.
    case visits(Int)
  }

  let number: Int
  let kind: YearKind
  /// What it is recognised by, where its link address changes.
  let rotation: RotatingIdentity?
  /// What reports call it.
  var label: String
  /// What it calls itself.
  var name: String
  var vendor: String?
  var model: String?
  var habit = Habit.usual
  /// The unique device name of a maker who gave it to several devices.
  var copiedUDN: String?

  /// Wearables and phones that rotate make up their link addresses, and so do most visitors' phones.
  var hasPrivateMAC: Bool {
    if case .visits = habit { return true }
    return rotation != nil || kind == .watch || kind == .tablet
  }
}
