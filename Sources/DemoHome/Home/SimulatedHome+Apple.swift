import Model

extension SimulatedHome {
  /// Apple's devices that stay at home.
  static let apple: [SimulatedDevice] = [appleTV, homePod, macBook, macStudio]

  // RAOP's instance name is the hex device id, an at sign and the name.
  private static let appleTV = SimulatedDevice(
    label: "Apple TV",
    mac: .mac(0xD081_7AD9_AF37),
    address: .home(20),
    mdnsHost: "Living-Room.local",
    services: [
      .service(
        "_airplay._tcp",
        "Living Room",
        on: "Living-Room.local",
        port: 7000,
        [
          "model": "AppleTV14,1", "deviceid": "D0:81:7A:D9:AF:37", "srcvers": "775.3.1",
          "features": "0x4A7FDFD5,0xBC177FDE", "flags": "0x244", "osvers": "17.5", "acl": "0",
          "pi": "5a9d8c1e-6b3e-4f5e-9d55-0b1f5a1c8a77", "protovers": "1.1",
        ]
      ),
      .service(
        "_raop._tcp",
        "D0817AD9AF37@Living Room",
        on: "Living-Room.local",
        port: 7000,
        ["am": "AppleTV14,1", "cn": "0,1,2,3", "et": "0,3,5", "tp": "UDP", "vs": "775.3.1"]
      ),
      .service(
        "_companion-link._tcp",
        "Living Room",
        on: "Living-Room.local",
        port: 49153,
        ["rpmd": "AppleTV14,1", "rpvr": "540.1", "rpmac": "1", "rphn": "5a0f3f8b1c2d"]
      ),
      .service(
        "_sleep-proxy._udp",
        "70-35-60-63.1 Living Room",
        on: "Living-Room.local",
        port: 53414
      ),
    ],
    dnsName: "living-room.fritz.box",
    listeners: Listener.silent(3689, 49153, 62078)
      + Listener.serving(
        7000,
        Pages.airPlay(
          name: "Living Room",
          model: "AppleTV14,1",
          mac: .mac(0xD081_7AD9_AF37),
          version: "775.3.1",
          build: "21L569"
        )
      ),
    category: .tvMedia,
    vendor: "Apple",
    model: "Apple TV 4K",
    shownName: "Living Room"
  )

  private static let homePod = SimulatedDevice(
    label: "HomePod mini",
    mac: .mac(0xF4D4_885B_7C21),
    address: .home(21),
    mdnsHost: "Kitchen.local",
    services: [
      .service(
        "_airplay._tcp",
        "Kitchen",
        on: "Kitchen.local",
        port: 7000,
        [
          "model": "AudioAccessory5,1", "deviceid": "F4:D4:88:5B:7C:21", "osvers": "17.5",
          "flags": "0x1a404", "srcvers": "775.3.1",
        ]
      ),
      .service(
        "_raop._tcp",
        "F4D4885B7C21@Kitchen",
        on: "Kitchen.local",
        port: 7000,
        ["am": "AudioAccessory5,1", "et": "0,3,5", "tp": "UDP"]
      ),
      .service(
        "_homekit._tcp",
        "F7A2C3D4-11B0-5E2A-9A41-7C2188B5D4F4",
        on: "Kitchen.local",
        port: 49281
      ),
      .service(
        "_companion-link._tcp",
        "Kitchen",
        on: "Kitchen.local",
        port: 49282,
        ["rpmd": "AudioAccessory5,1", "rpvr": "540.1"]
      ),
    ],
    listeners: Listener.silent(49281, 49282)
      + Listener.serving(
        7000,
        Pages.airPlay(
          name: "Kitchen",
          model: "AudioAccessory5,1",
          mac: .mac(0xF4D4_885B_7C21),
          version: "775.3.1",
          build: "21L569",
          isBinary: false
        )
      ),
    category: .speaker,
    vendor: "Apple",
    model: "HomePod mini",
    shownName: "Kitchen"
  )

  // The apostrophe is the curly one that Apple's set-up assistant writes.
  private static let macBook = SimulatedDevice(
    label: "MacBook Pro",
    mac: .mac(0x3C22_FB8E_44D2),
    address: .home(22),
    mdnsHost: "Annas-MacBook-Pro.local",
    services: [
      .service("_ssh._tcp", "Anna’s MacBook Pro", on: "Annas-MacBook-Pro.local", port: 22),
      .service("_sftp-ssh._tcp", "Anna’s MacBook Pro", on: "Annas-MacBook-Pro.local", port: 22),
      .service("_smb._tcp", "Anna’s MacBook Pro", on: "Annas-MacBook-Pro.local", port: 445),
      .service(
        "_companion-link._tcp",
        "Anna’s MacBook Pro",
        on: "Annas-MacBook-Pro.local",
        port: 50122,
        ["rpmd": "MacBookPro18,3", "rpvr": "540.1"]
      ),
      .service(
        "_device-info._tcp",
        "Anna’s MacBook Pro",
        on: "Annas-MacBook-Pro.local",
        port: 0,
        ["model": "MacBookPro18,3", "osxvers": "23", "ecolor": "229,231,231"]
      ),
    ],
    dnsName: "annas-macbook-pro.fritz.box",
    listeners: Listener.ssh("SSH-2.0-OpenSSH_9.6", seed: "MacBook") + Listener.silent(50122)
      + Listener.greeting(5900, "RFB 003.889")
      + Listener.serving(
        445,
        SMB2Service(.init(name: "ANNAS-MBP", domain: "ANNAS-MBP", dnsName: "Annas-MacBook-Pro"))
      ),
    category: .computer,
    vendor: "Apple",
    model: "MacBook Pro",
    shownName: "Anna’s MacBook Pro"
  )

  private static let macStudio = SimulatedDevice(
    label: "Mac Studio",
    mac: .mac(0xA483_E71F_6B09),
    address: .home(23),
    mdnsHost: "MacStudioM1-7.local",
    services: [
      .service(
        "_airplay._tcp",
        "MacStudioM1 (920)",
        on: "MacStudioM1-7.local",
        port: 7000,
        ["model": "Mac13,1", "deviceid": "A4:83:E7:1F:6B:09", "osvers": "14.5"]
      ),
      .service("_smb._tcp", "MacStudioM1 (920)", on: "MacStudioM1-7.local", port: 445),
      .service("_rfb._tcp", "MacStudioM1 (920)", on: "MacStudioM1-7.local", port: 5900),
    ],
    dnsName: "macstudiom1-7.fritz.box",
    listeners: Listener.greeting(5900, "RFB 003.889")
      + Listener.serving(
        445,
        SMB2Service(.init(name: "MACSTUDIOM1-7", dnsName: "MacStudioM1-7"))
      )
      + Listener.serving(
        7000,
        Pages.airPlay(
          name: "MacStudioM1 (920)",
          model: "Mac13,1",
          mac: .mac(0xA483_E71F_6B09),
          version: "770.8.1",
          build: "23F79"
        )
      ),
    category: .computer,
    vendor: "Apple",
    model: "Mac Studio"
  )
}
