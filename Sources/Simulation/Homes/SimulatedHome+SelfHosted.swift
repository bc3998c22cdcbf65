internal import DemoHome
import Model

extension SimulatedHome {
  /// Open firmware, and servers that people run at home.
  static let selfHosted: [SimulatedDevice] = [
    SimulatedDevice(
      label: "Tasmota plug",
      mac: .mac(0xC44F_335C_0E21),
      address: .home(140),
      dnsName: "tasmota-5c0e21.fritz.box",
      listeners: Listener.serving(
        80,
        Pages.tasmota(name: "Fridge", host: "tasmota-5C0E21", module: "Gosund SP111")
      ),
      category: .smartHome,
      vendor: "Tasmota",
      shownName: "Fridge"
    ),
    SimulatedDevice(
      label: "WLED strip",
      mac: .mac(0x8CAA_B52F_7E14),
      address: .home(141),
      mdnsHost: "wled-shelf.local",
      services: [
        .service("_wled._tcp", "Shelf", on: "wled-shelf.local", port: 80, ["mac": "8caab52f7e14"])
      ],
      listeners: Listener.serving(80, Pages.wled(name: "Shelf", mac: "8caab52f7e14")),
      category: .smartHome,
      vendor: "WLED",
      shownName: "Shelf"
    ),
    SimulatedDevice(
      label: "ESPHome sensor",
      mac: .mac(0x30AE_A4C9_1D05),
      address: .home(142),
      mdnsHost: "attic.local",
      services: [
        .service(
          "_esphomelib._tcp",
          "attic",
          on: "attic.local",
          port: 6053,
          [
            "mac": "30aea4c91d05", "version": "2024.5.4", "platform": "ESP32",
            "friendly_name": "Attic climate",
          ]
        )
      ],
      listeners: Listener.serving(
        6053,
        ESPHomeService(
          name: "attic",
          friendlyName: "Attic climate",
          version: "2024.5.4",
          board: "nodemcu-32s",
          maker: "Espressif"
        )
      )
        + Listener.serving(80, HTTPService(["/": .page(title: "Attic climate", "ESPHome")])),
      category: .smartHome,
      shownName: "Attic climate"
    ),
    SimulatedDevice(
      label: "Shelly 1PM Plus",
      mac: .mac(0xA861_0A3E_5B70),
      address: .home(143),
      mdnsHost: "shellyplus1pm-a8610a3e5b70.local",
      services: [
        .service(
          "_shelly._tcp",
          "shellyplus1pm-a8610a3e5b70",
          on: "shellyplus1pm-a8610a3e5b70.local",
          port: 80,
          ["gen": "2", "app": "Plus1PM", "ver": "1.3.1"]
        )
      ],
      listeners: Listener.serving(
        80,
        Pages.shelly(
          generation: 2,
          name: "Boiler",
          id: "shellyplus1pm-a8610a3e5b70",
          model: "SNSW-001P16EU",
          app: "Plus1PM"
        )
      ),
      category: .smartHome,
      vendor: "Shelly",
      shownName: "Boiler"
    ),
    SimulatedDevice(
      label: "Plex server",
      mac: .mac(0xB827_EB90_44C1),
      address: .home(144),
      dnsName: "plex.fritz.box",
      listeners: Listener.ssh("SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u2", seed: "plex")
        + Listener.serving(
          32_400,
          HTTPService([
            "/": .unauthorised(realm: "plex"),
            "/identity": .xml(
              "<MediaContainer size=\"0\" apiVersion=\"1.1.1\" claimed=\"1\" machineIdentifier="
                + "\"f0c93a7d51e24b6688\" version=\"1.40.2.8395-c67dce28e\"></MediaContainer>"
            ),
          ])
        ),
      datagrams: [.plex(name: "Cellar films", id: "f0c93a7d51e24b6688")],
      category: .computer,
      shownName: "Cellar films"
    ),
    SimulatedDevice(
      label: "QNAP NAS",
      mac: .mac(0x245E_BE17_A2F3),
      address: .home(145),
      dnsName: "tresor.fritz.box",
      listeners: Listener.serving(
        8080,
        HTTPService(
          server: "http server 1.0",
          [
            "/": .redirect(to: "http://{address}:8080/cgi-bin/"),
            "/cgi-bin/": .page(title: "Tresor", "<script src=\"/cgi-bin/login.js\"></script>QNAP"),
            "/cgi-bin/authLogin.cgi": .xml(
              "<QDocRoot version=\"1.0\"><model><modelName>TS-X53D</modelName><internalModelName>"
                + "TS-453D</internalModelName><displayModelName>TS-453D</displayModelName></model>"
                + "<firmware><version>5.1.7</version></firmware><hostname>Tresor</hostname>"
                + "</QDocRoot>"
            ),
          ]
        )
      )
        + Listener.serving(445, SMB2Service(.init(name: "TRESOR", dnsName: "tresor"))),
      category: .storage,
      vendor: "QNAP",
      model: "TS-453D"
    ),
  ]
}

extension Pages {
  /// Tasmota.
  static func tasmota(name: String, host: String, module: String) -> HTTPService {
    let status =
      "{\"Status\":{\"Module\":0,\"DeviceName\":\"\(name)\",\"FriendlyName\":[\"\(name)\"],"
      + "\"Topic\":\"tasmota_5C0E21\",\"ButtonTopic\":\"0\",\"Power\":1},\"StatusFWR\":{\"Version\":"
      + "\"13.4.0(tasmota)\",\"BuildDateTime\":\"2024-02-14T11:30:12\",\"Hardware\":\"ESP8285\"},"
      + "\"StatusNET\":{\"Hostname\":\"\(host)\",\"IPAddress\":\"{address}\"}}"
    return HTTPService(
      server: "Tasmota/13.4.0 (ESP8285)",
      [
        "/": .page(
          title: "\(name) - Main Menu",
          "<h3>\(module)</h3><h2>\(name)</h2><a href=\"https://bit.ly/tasmota\">Tasmota 13.4.0</a>"
        ),
        "/cm?cmnd=Status%200": .json(status),
        "/cm?cmnd=Status%200%20": .json(status),
      ]
    )
  }

  /// WLED.
  static func wled(name: String, mac: String) -> HTTPService {
    HTTPService([
      "/": .page(title: name),
      "/json/info": .json(
        "{\"ver\":\"0.14.4\",\"vid\":2405180,\"leds\":{\"count\":120,\"pwr\":470,\"fps\":42,"
          + "\"maxpwr\":850,\"maxseg\":32},\"str\":false,\"name\":\"\(name)\",\"udpport\":21324,"
          + "\"live\":false,\"fxcount\":187,\"palcount\":71,\"arch\":\"esp32\",\"core\":\"v3.3.6\","
          + "\"brand\":\"WLED\",\"product\":\"FOSS\",\"mac\":\"\(mac)\",\"ip\":\"{address}\"}"
      ),
    ])
  }
}
