import Model

private let huePages = Pages.hue(
  name: "Hue Bridge",
  bridge: "ECB5FAFFFE123ABC",
  mac: "ec:b5:fa:12:3a:bc",
  uuid: "2f402f80-da50-11e1-9b23-ecb5fa123abc"
)

extension SimulatedHome {
  /// Lights, plugs, locks, cleaners, a doorbell and a car.
  static let smartHome: [SimulatedDevice] = [
    SimulatedDevice(
      label: "Hue bridge",
      mac: .mac(0xECB5_FA12_3ABC),
      address: .home(80),
      mdnsHost: "ECB5FA123ABC.local",
      services: [
        .service(
          "_hue._tcp",
          "Hue Bridge - 123ABC",
          on: "ECB5FA123ABC.local",
          port: 443,
          ["bridgeid": "ecb5fafffe123abc", "modelid": "BSB002"]
        ),
        .service(
          "_hap._tcp",
          "Hue Bridge - 123ABC",
          on: "ECB5FA123ABC.local",
          port: 8080,
          [
            "md": "BSB002", "pv": "1.1", "id": "C7:1A:5E:20:8B:4D", "ci": "2", "c#": "27",
            "s#": "1", "sf": "0", "ff": "1",
          ]
        ),
      ],
      ssdp: SSDPAnnouncement.rootDevice(
        uuid: "2f402f80-da50-11e1-9b23-ecb5fa123abc",
        type: "urn:schemas-upnp-org:device:basic:1",
        server: "Hue/1.0 UPnP/1.0 IpBridge/1.65.0",
        path: "80/description.xml",
        headers: ["hue-bridgeid": "ECB5FAFFFE123ABC"]
      ),
      dnsName: "philips-hue.fritz.box",
      listeners: Listener.silent(8080) + Listener.serving(80, huePages)
        + Listener.serving(
          443,
          huePages,
          certificate: ServedCertificate(
            "ecb5fafffe123abc",
            organisation: "Philips Hue",
            issuer: "root-bridge"
          )
        ),
      category: .smartHome,
      vendor: "Philips Hue",
      model: "BSB002"
    ),
    SimulatedDevice(
      label: "Shelly plug",
      mac: .mac(0xC45B_BE6E_0F21),
      address: .home(81),
      mdnsHost: "shellyplug-s-6E0F21.local",
      services: [
        .service(
          "_http._tcp",
          "shellyplug-s-6E0F21",
          on: "shellyplug-s-6E0F21.local",
          port: 80,
          ["id": "shellyplug-s-6E0F21", "arch": "esp8266", "fw_id": "20230913-113421/v1.14.0"]
        )
      ],
      dnsName: "shellyplug-s-6e0f21.fritz.box",
      listeners: Listener.serving(80, Pages.shelly(type: "SHPLG-S", mac: "C45BBE6E0F21")),
      category: .smartHome,
      vendor: "Shelly",
      model: "SHPLG-S"
    ),
    // Speaks mDNS and nothing else: no ping, no TCP.
    SimulatedDevice(
      label: "IKEA hub",
      mac: .mac(0x68EC_8A03_71D5),
      address: .home(82),
      behaviour: .stealthy,
      mdnsHost: "gw2-68ec8a0371d5.local",
      services: [
        .service(
          "_ihsp._tcp",
          "gw2-68ec8a0371d5",
          on: "gw2-68ec8a0371d5.local",
          port: 8443,
          [
            "hostname": "gw2-68ec8a0371d5", "type": "DIRIGERA",
            "uuid": "1f5d7e60-2b9c-4d8a-8e37-6a",
          ]
        ),
        .service(
          "_matter._tcp",
          "2906C908D115D362-8FC7772401CD0696",
          on: "gw2-68ec8a0371d5.local",
          port: 5540,
          ["sii": "500", "sai": "300", "t": "0"]
        ),
      ],
      category: .smartHome,
      vendor: "IKEA",
      model: "DIRIGERA"
    ),
    SimulatedDevice(
      label: "Roomba",
      mac: .mac(0x5014_7938_A0C2),
      address: .home(83),
      mdnsHost: "Roomba-31A8410860520490.local",
      services: [
        .service(
          "_amzn-alexa._tcp",
          "iRobot-31A8410860520490",
          on: "Roomba-31A8410860520490.local",
          port: 443
        )
      ],
      dnsName: "irobot-31a8410860520490.fritz.box",
      listeners: Listener.silent(443)
        + Listener.serving(
          8883,
          MQTTBroker(version: "", admitsAnyone: false),
          certificate: ServedCertificate("Roomba-31A8410860520490", organisation: "iRobot")
        ),
      category: .appliance,
      vendor: "iRobot"
    ),
    SimulatedDevice(
      label: "Ring doorbell",
      mac: .mac(0x9048_6C5D_E710),
      address: .home(84),
      behaviour: .stealthy,
      dnsName: "ring-5de710.fritz.box",
      category: .camera,
      vendor: "Ring"
    ),
    SimulatedDevice(
      label: "Car",
      mac: .mac(0x4CFC_AA71_04B8),
      address: .home(85),
      behaviour: .stealthy,
      dnsName: "tesla_model_3.fritz.box",
      category: .appliance,
      vendor: "Tesla"
    ),
    SimulatedDevice(
      label: "Thermostat",
      mac: .mac(0x18B4_302F_96DA),
      address: .home(86),
      mdnsHost: "09AA01AC3318002G.local",
      services: [
        .service(
          "_nest-service._tcp",
          "09AA01AC3318002G",
          on: "09AA01AC3318002G.local",
          port: 11095
        )
      ],
      dnsName: "09aa01ac3318002g.fritz.box",
      listeners: Listener.silent(11095),
      category: .smartHome,
      vendor: "Nest"
    ),
    SimulatedDevice(
      label: "Xiaomi vacuum",
      mac: .mac(0xC46A_B77E_2905),
      address: .home(87),
      behaviour: .slow(.milliseconds(800)),
      mdnsHost: "roborock-vacuum-s5_miio260426251.local",
      services: [
        .service(
          "_miio._udp",
          "roborock-vacuum-s5_miio260426251",
          on: "roborock-vacuum-s5_miio260426251.local",
          port: 54321,
          ["epoch": "1", "mac": "c46ab77e2905"]
        )
      ],
      dnsName: "roborock-vacuum-s5.fritz.box",
      datagrams: [.miio(device: 260_426_251)],
      category: .appliance,
      vendor: "Roborock",
      model: "S5"
    ),
  ]
}
