import Model
import Wire

extension SimulatedHome {
  /// How the devices of today's home live and what became of them, by label.
  ///
  /// Others were always there and never changed. The device itself is that of the home.
  static let residents: [String: YearDevice] = {
    var all: [String: YearDevice] = [:]
    addPeople(to: &all)
    addScreens(to: &all)
    addSmallDevices(to: &all)
    addServers(to: &all)
    return all
  }()

  private static func resident(
    _ habit: YearHabit = .always,
    came: YearDate? = nil,
    named naming: YearDevice.Naming? = nil,
    renewal: ClosedRange<Int>? = nil,
    _ changes: YearDevice.Change...
  ) -> YearDevice {
    YearDevice(
      device: SimulatedDevice(label: "", mac: .mac(0), address: .home(0)),
      habit: habit,
      came: came,
      naming: naming,
      changes: changes,
      renewal: renewal
    )
  }

  private static func used(
    _ workday: Double,
    _ weekend: Double,
    begins: ClosedRange<Int>,
    lasts: ClosedRange<Int>
  ) -> YearHabit.Rest {
    .betweenUses(workday: workday, weekend: weekend, begins: begins, lasts: lasts)
  }

  private static func addPeople(to all: inout [String: YearDevice]) {
    all["iPhone with private address"] = resident(
      .phone(of: .anna),
      named: YearDevice.Naming("Anna’s iPhone", YearDate(9, 21, 19, 12))
    )
    all["Galaxy phone"] = resident(
      .phone(of: .ben),
      named: YearDevice.Naming("Ben’s Galaxy", YearDate(9, 21, 19, 14)),
      .init(YearDate(10, 15, 21, 40), .updated(from: "Android 13"))
    )
    all["iPad"] = resident(
      YearHabit(
        person: .anna,
        goesAlong: [.holiday: 1],
        rest: used(0.7, 0.9, begins: 960...1200, lasts: 40...150)
      ),
      .init(YearDate(6, 28, 18, 5), .moved(from: 110))
    )
    all["MacBook Pro"] = resident(
      YearHabit(
        person: .anna,
        goesAlong: [.work: 0.6, .holiday: 1],
        rest: used(0.85, 0.5, begins: 510...620, lasts: 300...620)
      ),
      .init(YearDate(5, 17, 20, 3), .opened("5900/tcp")),
      .init(YearDate(9, 30, 21, 15), .updated(from: "macOS 13"))
    )
    all["Dell PC"] = resident(
      YearHabit(rest: used(0.45, 0.8, begins: 1080...1200, lasts: 60...210)),
      .init(YearDate(1, 25, 16, 30), .opened("3389/tcp")),
      .init(YearDate(11, 9, 18, 22), .updated(from: "Windows 10"))
    )
  }

  private static func addScreens(to all: inout [String: YearDevice]) {
    let evenings = YearHabit(rest: used(0.8, 0.9, begins: 1130...1230, lasts: 60...190))
    all["Samsung TV"] = resident(
      evenings,
      came: YearDate(11, 28, 16, 20),
      .init(YearDate(4, 2, 21, 10), .identified(from: "Samsung Q80 Series"))
    )
    all["Apple TV"] = resident(evenings)
    all["Chromecast"] = resident(evenings)
    all["Roku"] = resident(.always, .init(YearDate(3, 3, 17, 44), .moved(from: 58)))
    all["Nintendo Switch"] = resident(
      YearHabit(rest: used(0.3, 0.75, begins: 960...1170, lasts: 30...140)),
      came: YearDate(12, 25, 10, 35)
    )
  }

  private static func addSmallDevices(to all: inout [String: YearDevice]) {
    all["HomePod mini"] = resident(came: YearDate(12, 24, 19, 48))
    all["Bose SoundTouch"] = resident(came: YearDate(5, 25, 15, 2))
    all["Echo Dot"] = resident(.always, .init(YearDate(2, 17, 8, 51), .moved(from: 37)))
    all["Ring doorbell"] = resident(came: YearDate(3, 14, 11, 26))
    all["Shelly plug"] = resident(
      came: YearDate(10, 3, 18, 9),
      named: YearDevice.Naming("Washing machine", YearDate(10, 3, 18, 31))
    )
    all["Xiaomi vacuum"] = resident(
      came: YearDate(11, 29, 13, 17),
      named: YearDevice.Naming("Robbie", YearDate(11, 30, 9, 55))
    )
    all["Weather station with a long name"] = resident(came: YearDate(5, 2, 14, 33))
    all["Hue bridge"] = resident(
      .always,
      .init(YearDate(7, 1, 3, 12), .identified(from: "Hue Bridge v2"))
    )
  }

  private static func addServers(to all: inout [String: YearDevice]) {
    all["FRITZ!Box 7590"] = resident(came: YearDate(7, 11, 10, 42), renewal: 60...90)
    all["UniFi access point"] = resident(
      .always,
      .init(YearDate(8, 30, 4, 2), .updated(from: "UniFi 6.2"))
    )
    all["Raspberry Pi"] = resident(
      .always,
      .init(YearDate(9, 20, 15, 41), .rekeyed("ssh")),
      .init(YearDate(10, 18, 20, 26), .announced(["_home-assistant._tcp"])),
      .init(YearDate(10, 18, 20, 28), .opened("8123/tcp")),
      .init(YearDate(11, 15, 17, 3), .announced(["_mqtt._tcp"])),
      .init(YearDate(11, 15, 17, 5), .opened("1883/tcp"))
    )
    all["Mac Studio"] = resident(
      .always,
      .init(YearDate(12, 6, 11, 52), .withdrew("_ssh._tcp"))
    )
    all["Synology NAS"] = resident(
      .always,
      renewal: 85...90,
      .init(YearDate(6, 14, 22, 11), .renamed(from: "NAS-Flur")),
      .init(YearDate(8, 26, 19, 30), .opened("21/tcp")),
      .init(YearDate(8, 29, 9, 14), .closed("21/tcp")),
      .init(YearDate(4, 29, 3, 40), .announced(["_adisk._tcp"]))
    )
    all["HP OfficeJet"] = resident(
      came: YearDate(2, 9, 17, 22),
      .init(YearDate(4, 21, 10, 16), .renamed(from: "HPF8B46A90C215")),
      .init(YearDate(4, 21, 10, 18), .announced(["_ipp._tcp", "_uscan._tcp"])),
      .init(YearDate(4, 21, 10, 19), .opened("631/tcp"))
    )
  }
}
