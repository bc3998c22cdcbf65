import Wire

extension Pages {
  /// A Cast device's set-up pages on ports 8008 and, behind TLS, 8443.
  static func cast(name: String, model: String, mac: MACAddress, id: String) -> HTTPService {
    let information =
      "{\"bssid\":\"\",\"build_version\":\"385533\","
      + "\"build_info\":{\"build_type\":2,\"cast_build_revision\":\"1.68.385533\","
      + "\"system_build_number\":\"385533\"},\"connected\":true,\"has_update\":false,"
      + "\"net\":{\"ethernet_connected\":false,\"ip_address\":\"{address}\",\"online\":true},"
      + "\"wifi\":{\"bssid\":\"0A:5B:2C:11:22:33\",\"noise_level\":-95,\"signal_level\":-54,"
      + "\"ssid\":\"Attic of Anna\",\"wpa_configured\":true,\"wpa_id\":1,\"wpa_state\":10},"
      + "\"hotspot_bssid\":\"FA:8F:CA:5D:21:C4\",\"ip_address\":\"{address}\",\"locale\":\"en-GB\","
      + "\"mac_address\":\"\(mac.description.uppercased())\",\"name\":\"\(name)\","
      + "\"device_info\":{\"manufacturer\":\"Google Inc.\",\"model_name\":\"\(model)\","
      + "\"product_name\":\"\(model.lowercased())\",\"ssdp_udn\":\"\(id)\"},"
      + "\"release_track\":\"stable-channel\",\"ssdp_udn\":\"\(id)\",\"uptime\":318420.2,"
      + "\"version\":12,\"wpa_configured\":true}"
    let description = UPnPDescription(
      type: "urn:dial-multiscreen-org:device:dial:1",
      name: name,
      maker: "Google Inc.",
      model: model,
      uuid: id
    )
    return HTTPService(
      [
        "/setup/eureka_info": .json(information),
        "/ssdp/device-desc.xml": description.page.with(
          "Application-URL",
          "http://{address}:8008/apps/"
        ),
      ]
    )
  }
}
