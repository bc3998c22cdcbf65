import Model
import Wire

/// A device of the demo's year: what it is, how it lives, and what became of it.
struct YearDevice: Sendable {
  var device: SimulatedDevice
  var habit = YearHabit.always
  /// When it was new; `nil` where it was there before the year.
  var came: YearDate?
  /// When it was given away.
  var went: YearDate?
  /// When the user forgot it.
  var forgotten: YearDate?
  /// Whether it lives in the home today, and is there when the year ends.
  var isResident = false
  /// Whether it gave out addresses.
  var offersAddresses = false
  /// Whether it is the machine that watches.
  var isSelf = false
  /// The name that the user gave it, and when.
  var naming: Naming?
  /// What changed of it.
  var changes: [Change] = []
  /// After how many days its certificate is renewed.
  var renewal: ClosedRange<Int>?

  /// A name that the user gives.
  struct Naming: Hashable, Sendable {
    var name: String
    var at: YearDate

    init(_ name: String, _ at: YearDate) {
      self.name = name
      self.at = at
    }
  }

  /// A change and its date.
  struct Change: Hashable, Sendable {
    var at: YearDate
    var edit: YearEdit

    init(_ at: YearDate, _ edit: YearEdit) {
      self.at = at
      self.edit = edit
    }
  }
}

/// What changed of a device, in terms of what it was before: what it is since then is known.
enum YearEdit: Hashable, Sendable {
  /// It had the address with that last byte.
  case moved(from: UInt8)
  /// It called itself so.
  case renamed(from: String)
  /// It was taken for that model.
  case identified(from: String)
  /// It had that system, which is no news.
  case updated(from: String)
  /// It opened that port.
  case opened(String)
  /// It closed that port.
  case closed(String)
  /// It announces services of those types since then.
  case announced([String])
  /// It stopped announcing a service of that type.
  case withdrew(String)
  /// It shows another key of that kind, `ssh` or `tls`.
  case rekeyed(String)
}

extension SimulatedHome {
  /// The devices that were in that home during the year that ends now: those that are, those that were,
  /// and guests.
  ///
  /// `hasLinkAddresses` is false on loopback, where devices are told apart by their addresses alone.
  func yearDevices(hasLinkAddresses: Bool) -> [YearDevice] {
    var devices = self.devices.map { device in
      var member = Self.residents[device.label] ?? YearDevice(device: device)
      member.device = device
      member.isResident = true
      return member
    }
    if hasLinkAddresses { devices += Self.formerRouters + [watcher] }
    var others = Self.others
    if prefix == Self.loopbackPrefix {
      let moved = SimulatedHome(devices: others.map(\.device)).onLoopback.devices
      for (index, device) in moved.enumerated() { others[index].device = device }
    }
    return devices + others
  }

  /// The machine that watches.
  private var watcher: YearDevice {
    YearDevice(
      device: SimulatedDevice(
        label: "demo-laptop",
        mac: scannerMAC,
        address: scannerAddress,
        category: .computer
      ),
      isResident: true,
      isSelf: true
    )
  }
}
