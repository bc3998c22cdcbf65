extension Pages {
  /// A Hue bridge's pages.
  static func hue(name: String, bridge: String, mac: String, uuid: String) -> HTTPService {
    let configuration =
      "{\"name\":\"\(name)\",\"datastoreversion\":\"172\",\"swversion\":\"1965053040\","
      + "\"apiversion\":\"1.65.0\",\"mac\":\"\(mac)\",\"bridgeid\":\"\(bridge)\","
      + "\"factorynew\":false,\"replacesbridgeid\":null,\"modelid\":\"BSB002\","
      + "\"starterkitid\":\"\"}"
    let description = UPnPDescription(
      type: "urn:schemas-upnp-org:device:Basic:1",
      name: "\(name) ({address})",
      maker: "Signify",
      model: "Philips hue bridge 2015",
      description: "Philips hue Personal Wireless Lighting",
      number: "BSB002",
      serial: mac.replacing(":", with: ""),
      uuid: uuid
    )
    return HTTPService(
      server: "nginx",
      [
        "/": .page(title: "hue personal wireless lighting"),
        "/api/config": .json(configuration),
        "/api/0/config": .json(configuration),
        "/description.xml": description.page,
      ]
    )
  }

  /// A Shelly of the first generation; its settings want a password.
  static func shelly(type: String, mac: String) -> HTTPService {
    HTTPService(
      server: "Mongoose/6.18",
      [
        "/": .unauthorised(realm: "shelly", scheme: "Digest qop=\"auth\","),
        "/shelly": .json(
          "{\"type\":\"\(type)\",\"mac\":\"\(mac)\",\"auth\":true,"
            + "\"fw\":\"20230913-113421/v1.14.0-gcb84623\",\"discoverable\":false,\"longid\":1,"
            + "\"num_outputs\":1,\"num_meters\":1}"
        ),
        "/settings": .unauthorised(realm: "shelly"),
      ]
    )
  }

  /// A Shelly of the second generation or later.
  package static func shelly(generation: Int, name: String, id: String, model: String, app: String)
    -> HTTPService
  {
    HTTPService(
      server: "ShellyHTTP/1.0.0",
      [
        "/": .page(title: "Shelly Web Interface"),
        "/shelly": .json(
          "{\"name\":\"\(name)\",\"id\":\"\(id)\",\"mac\":\"\(id.suffix(12).uppercased())\","
            + "\"slot\":0,\"model\":\"\(model)\",\"gen\":\(generation),"
            + "\"fw_id\":\"20240430-105751/1.3.1-gd8534ee\",\"ver\":\"1.3.1\",\"app\":\"\(app)\","
            + "\"auth_en\":false,\"auth_domain\":null}"
        ),
        "/rpc/Wifi.GetStatus": .json(
          "{\"sta_ip\":\"{address}\",\"status\":\"got ip\",\"ssid\":\"Attic of Anna\",\"rssi\":-61}"
        ),
      ]
    )
  }

  /// Home Assistant.
  static var homeAssistant: HTTPService {
    HTTPService([
      "/": .page(title: "Home Assistant", "<home-assistant></home-assistant>"),
      "/manifest.json": .json(
        "{\"name\":\"Home Assistant\",\"short_name\":\"Home Assistant\",\"start_url\":"
          + "\"/?homescreen=1\",\"display\":\"standalone\",\"theme_color\":\"#03A9F4\"}"
      ),
    ])
  }
}
