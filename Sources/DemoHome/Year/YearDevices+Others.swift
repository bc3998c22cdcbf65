import Model
import Wire

extension SimulatedHome {
  /// The router before today's.
  static let formerRouters: [YearDevice] = [
    YearDevice(
      device: SimulatedDevice(
        label: "FRITZ!Box 7490",
        mac: .mac(0x3810_D56E_21C4),
        address: .home(1),
        ssdp: SSDPAnnouncement.rootDevice(
          uuid: "75802409-bccb-40e7-8e6c-3810D56E21C4",
          type: "urn:schemas-upnp-org:device:InternetGatewayDevice:1",
          server: "fritz.box UPnP/1.0 AVM FRITZ!Box 7490 113.07.29",
          path: "49000/igddesc.xml"
        ),
        dnsName: "fritz.box",
        listeners: Listener.silent(53, 80, 443, 5060),
        isRouter: true,
        category: .router,
        vendor: "AVM",
        model: "FRITZ!Box 7490"
      ),
      went: YearDate(7, 11, 10, 31),
      forgotten: YearDate(7, 11, 21, 5),
      renewal: 60...90
    )
  ]

  /// Devices that come and go, that were given away, and those of guests.
  static let others: [YearDevice] = known + regularGuests + singleGuests

  private static let known: [YearDevice] = {
    var all: [YearDevice] = []
    func add(
      _ label: String,
      _ habit: YearHabit,
      went: YearDate? = nil,
      named naming: YearDevice.Naming? = nil
    ) {
      guard let device = large.device(label) else { return }
      all.append(YearDevice(device: device, habit: habit, went: went, naming: naming))
    }
    add("Car", YearHabit(person: .ben, goesAlong: [.work: 0.55, .errand: 0.8, .holiday: 1]))
    add(
      "Pixel phone",
      .visits([5: 0.45, 6: 0.3], begins: 840...960, lasts: 90...240),
      named: YearDevice.Naming("Grandma’s Pixel", YearDate(10, 11, 18, 2))
    )
    add("Linux laptop", .visits([2: 0.35], begins: 1080...1140, lasts: 100...200))
    add("LG TV", YearHabit(rest: .atNight), went: YearDate(11, 27, 18, 40))
    add("Brother laser printer", .always, went: YearDate(2, 8, 19, 15))
    return all
  }()

  private static let regularGuests: [YearDevice] = {
    var all: [YearDevice] = []
    all.append(
      guest(
        "ellas-iphone",
        mac: 0xF018_9844_1D2B,
        last: 130,
        .visits([4: 0.35, 5: 0.2], begins: 1110...1200, lasts: 120...260)
      )
    )
    all.append(
      guest(
        "galaxy-a54-von-tom",
        mac: 0xC488_E53B_90A6,
        last: 131,
        .visits([4: 0.3], begins: 1120...1190, lasts: 130...250)
      )
    )
    all.append(
      guest(
        "opas-ipad",
        mac: 0xF018_98C7_0E95,
        last: 132,
        .visits([6: 0.25], begins: 850...930, lasts: 100...230)
      )
    )
    return all
  }()

  /// Two at a birthday, an electrician, and a router that somebody plugged in for an evening.
  private static let singleGuests: [YearDevice] = {
    var all: [YearDevice] = []
    let party = 240...330
    all.append(
      guest(
        "lenas-iphone",
        mac: 0x3A7F_10C4_9E02,
        last: 133,
        .visitsOnce(YearDate(5, 24, 16, 10), lasts: party)
      )
    )
    all.append(
      guest(
        "pixel-7",
        mac: 0x7E21_5D90_3BC8,
        last: 134,
        .visitsOnce(YearDate(5, 24, 16, 25), lasts: party)
      )
    )
    all.append(
      guest(
        "galaxy-xcover",
        mac: 0xD6B0_4412_7A5F,
        last: 135,
        .visitsOnce(YearDate(1, 16, 9, 4), lasts: 90...140)
      )
    )
    let router = SimulatedDevice(
      label: "travel router",
      mac: .mac(0x98DA_C463_07BE),
      address: .home(45),
      dnsName: "tl-wr802n.fritz.box",
      listeners: Listener.silent(80),
      category: .network,
      vendor: "TP-Link"
    )
    all.append(
      YearDevice(
        device: router,
        habit: .visitsOnce(YearDate(6, 6, 20, 11), lasts: 95...95),
        offersAddresses: true
      )
    )
    return all
  }()

  private static func guest(
    _ name: String,
    mac: UInt64,
    last: UInt8,
    _ habit: YearHabit
  ) -> YearDevice {
    var device = SimulatedDevice(
      label: name,
      mac: .mac(mac),
      address: .home(last),
      behaviour: .stealthy,
      dnsName: "\(name).fritz.box",
      category: .phone
    )
    device.reach = .radio
    return YearDevice(device: device, habit: habit)
  }
}
