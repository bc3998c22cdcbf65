import Model

private typealias Listener = SimulatedDevice.Listener

extension SimulatedHome {
  /// Devices that try a scanner's patience: hostile, endless and dangling names.
  static let oddities: [SimulatedDevice] = [
    SimulatedDevice(
      label: "Sensor with a script for a name",
      mac: .mac(0xC44F_3319_A0E5),
      address: .home(120),
      mdnsHost: "esp-19a0e5.local",
      services: [
        .service(
          "_http._tcp",
          "<img src=x onerror=alert(1)>",
          on: "esp-19a0e5.local",
          port: 80,
          ["note": "\u{1B}[31mred\u{1B}[0m", "path": "/\"><script>alert(2)</script>"]
        )
      ],
      dnsName: "esp-19a0e5.fritz.box",
      listeners: Listener.serving(80, Pages.malicious),
      category: .smartHome
    ),
    // An instance name may have 63 bytes (RFC 6763, section 4.1.1); this one has them all.
    SimulatedDevice(
      label: "Weather station with a long name",
      mac: .mac(0xC4DD_5740_2C18),
      address: .home(121),
      mdnsHost: "weather-402c18.local",
      services: [
        .service(
          "_esphomelib._tcp",
          "Wetterstation auf dem Balkon im dritten Stock über dem Hof (N)",
          on: "weather-402c18.local",
          port: 6053,
          ["mac": "c4dd57402c18", "version": "2024.5.4", "platform": "ESP32", "board": "esp32dev"]
        )
      ],
      dnsName: "weather-402c18.fritz.box",
      listeners: Listener.silent(6053),
      category: .smartHome
    ),
    // Announces a service for a host that nobody ever resolves.
    SimulatedDevice(
      label: "Bridge that speaks for a ghost",
      mac: .mac(0xC4DE_E2B7_1D90),
      address: .home(122),
      mdnsHost: "bridge-b71d90.local",
      services: [
        .service(
          "_esphomelib._tcp",
          "Bridge",
          on: "bridge-b71d90.local",
          port: 6053,
          ["mac": "c4dee2b71d90", "version": "2024.5.4", "platform": "ESP32"]
        ),
        .service("_http._tcp", "Ghost", on: "ghost-7f3a.local", port: 80),
      ],
      dnsName: "bridge-b71d90.fritz.box",
      listeners: Listener.silent(6053),
      category: .smartHome
    ),
  ]
}
