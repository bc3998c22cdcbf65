import Model
import Wire

extension SimulatedHome {
  /// Loudspeakers of Sonos and Bose.
  static let speakers: [SimulatedDevice] = [
    sonos(
      label: "Sonos One",
      mac: 0x542A_1B6C_0E44,
      last: 40,
      room: "Bathroom",
      model: "Sonos One",
      modelNumber: "S18"
    ),
    sonos(
      label: "Sonos Beam",
      mac: 0x3842_0B93_D1F0,
      last: 41,
      room: "TV Room",
      model: "Sonos Beam",
      modelNumber: "S31"
    ),
    SimulatedDevice(
      label: "Bose SoundTouch",
      mac: .mac(0x2811_A50C_77E8),
      address: .home(42),
      mdnsHost: "Bose-SM2-2811a50c77e8.local",
      services: [
        .service(
          "_soundtouch._tcp",
          "🎉 Party Speaker",
          on: "Bose-SM2-2811a50c77e8.local",
          port: 8090,
          ["description": "SoundTouch", "mac": "2811A50C77E8", "manufacturer": "Bose Corporation"]
        ),
        .service(
          "_spotify-connect._tcp",
          "🎉 Party Speaker",
          on: "Bose-SM2-2811a50c77e8.local",
          port: 8200,
          ["cpath": "/spotify", "version": "1.0"]
        ),
      ],
      dnsName: "bose-sm2-2811a50c77e8.fritz.box",
      listeners: Listener.silent(8080)
        + Listener.serving(
          8090,
          Pages.soundTouch(
            name: "🎉 Party Speaker",
            type: "SoundTouch 10",
            mac: .mac(0x2811_A50C_77E8)
          )
        )
        + Listener.serving(
          8200,
          HTTPService([
            "/spotify": Pages.spotify(
              name: "🎉 Party Speaker",
              brand: "Bose",
              model: "SoundTouch 10"
            )
          ])
        ),
      category: .speaker,
      vendor: "Bose",
      model: "SoundTouch 10",
      shownName: "🎉 Party Speaker"
    ),
  ]

  private static func sonos(
    label: String,
    mac: UInt64,
    last: UInt8,
    room: String,
    model: String,
    modelNumber: String
  ) -> SimulatedDevice {
    let address = MACAddress(rawValue: mac)
    let hex = address.description.replacing(":", with: "").uppercased()
    let host = "Sonos-\(hex).local"
    let uuid = "RINCON_\(hex)01400"
    return SimulatedDevice(
      label: label,
      mac: address,
      address: .home(last),
      mdnsHost: host,
      services: [
        .service(
          "_sonos._tcp",
          "Sonos-\(hex)@\(room)",
          on: host,
          port: 1443,
          ["info": "/api/v1/players/\(uuid)/info", "vers": "3", "protovers": "1.40.1"]
        ),
        .service(
          "_airplay._tcp",
          room,
          on: host,
          port: 7000,
          [
            "model": model.split(separator: " ").last.map(String.init) ?? model,
            "manufacturer": "Sonos", "deviceid": address.description.uppercased(),
            "features": "0x445F8A00,0x1C340", "fv": "p20.79.1-53290",
          ]
        ),
        .service(
          "_raop._tcp",
          "\(hex)@\(room)",
          on: host,
          port: 7000,
          ["am": model, "et": "0,4", "tp": "UDP"]
        ),
        .service(
          "_spotify-connect._tcp",
          "sonos\(hex)",
          on: host,
          port: 1400,
          ["cpath": "/spotifyzc", "version": "1.0"]
        ),
      ],
      ssdp: SSDPAnnouncement.rootDevice(
        uuid: uuid,
        type: "urn:schemas-upnp-org:device:ZonePlayer:1",
        services: ["urn:smartspeaker-audio:service:SpeakerGroup:1"],
        server: "Linux UPnP/1.0 Sonos/79.1-53290 (ZP\(modelNumber))",
        path: "1400/xml/device_description.xml",
        headers: ["household.smartspeaker.audio": "Sonos_7O1k8HnXwv4y3gPq"]
      ),
      dnsName: "sonoszp-\(last).fritz.box",
      listeners: Listener.serving(
        1400,
        Pages.sonos(room: room, model: model, number: modelNumber, uuid: uuid, mac: address)
      )
        + Listener.serving(
          1443,
          Pages.sonosPlayer(room: room, model: model, number: modelNumber, uuid: uuid),
          certificate: ServedCertificate(uuid, organisation: "Sonos, Inc.")
        )
        + Listener.serving(
          7000,
          Pages.airPlay(name: room, model: model, mac: address, version: "366.0", maker: "Sonos")
        ),
      category: .speaker,
      vendor: "Sonos",
      model: model,
      shownName: room
    )
  }
}
