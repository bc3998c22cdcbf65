extension Pages {
  /// A Samsung television on ports 8001 and, behind TLS, 8002.
  static func samsung(name: String, model: String, year: String, uuid: String, mac: String)
    -> HTTPService
  {
    HTTPService([
      "/api/v2/": .json(
        "{\"device\":{\"FrameTVSupport\":\"false\",\"OS\":\"Tizen\",\"PowerState\":\"on\","
          + "\"countryCode\":\"DE\",\"description\":\"Samsung DTV RCR\",\"duid\":\"uuid:\(uuid)\","
          + "\"firmwareVersion\":\"Unknown\",\"id\":\"uuid:\(uuid)\",\"ip\":\"{address}\","
          + "\"model\":\"\(year)\",\"modelName\":\"\(model)\",\"name\":\"\(name)\","
          + "\"networkType\":\"wireless\",\"resolution\":\"3840x2160\",\"type\":\"Samsung SmartTV\","
          + "\"udn\":\"uuid:\(uuid)\",\"wifiMac\":\"\(mac)\"},\"id\":\"uuid:\(uuid)\","
          + "\"name\":\"\(name)\",\"remote\":\"1.0\",\"type\":\"Samsung SmartTV\","
          + "\"uri\":\"http://{address}:8001/api/v2/\",\"version\":\"2.0.25\"}"
      )
    ])
  }

  /// A Roku on port 8060 (External Control Protocol).
  static func roku(name: String, model: String, number: String, serial: String) -> HTTPService {
    let description = UPnPDescription(
      type: "urn:roku-com:device:player:1-0",
      name: name,
      maker: "Roku",
      model: model,
      description: "Roku Streaming Player Network Media",
      number: number,
      serial: serial,
      uuid: "29780006-5c0a-10d4-80b0-b0a7374d82c6"
    )
    let information =
      "<device-info>\n<udn>29780006-5c0a-10d4-80b0-b0a7374d82c6</udn>\n"
      + "<serial-number>\(serial)</serial-number>\n<device-id>S0A1B2C3D4E5</device-id>\n"
      + "<vendor-name>Roku</vendor-name>\n<model-name>\(model)</model-name>\n"
      + "<model-number>\(number)</model-number>\n<model-region>US</model-region>\n"
      + "<is-tv>false</is-tv>\n<is-stick>false</is-stick>\n<network-type>wifi</network-type>\n"
      + "<user-device-name>\(name)</user-device-name>\n"
      + "<friendly-device-name>\(name)</friendly-device-name>\n"
      + "<default-device-name>\(model) - \(serial)</default-device-name>\n"
      + "<software-version>12.5.0</software-version>\n<power-mode>PowerOn</power-mode>\n"
      + "</device-info>\n"
    return HTTPService(
      server: "Roku/12.5.0 UPnP/1.0 Roku/12.5.0",
      ["/": description.page, "/query/device-info": .xml(information)]
    )
  }
}
