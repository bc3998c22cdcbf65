extension Pages {
  /// DiskStation Manager's log-in on port 5000.
  static func synology(name: String, model: String, serial: String, uuid: String) -> HTTPService {
    let description = UPnPDescription(
      type: "urn:schemas-upnp-org:device:Basic:1",
      name: "\(name) (\(model))",
      maker: "Synology",
      model: model,
      description: "Synology NAS",
      number: "\(model) 7.2-64570",
      serial: serial,
      uuid: uuid
    )
    let page = HTTPService.Reply.page(
      title: "\(name)&nbsp;-&nbsp;Synology&nbsp;NAS",
      "<noscript>Please enable JavaScript.</noscript><script src=\"webman/login.js\"></script>"
    )
    return HTTPService(
      server: "nginx",
      [
        "/": page,
        "/webman/index.cgi": page,
        "/ssdp/desc-DSM-eth0.xml": description.page,
        "/webapi/query.cgi": .json(
          "{\"data\":{\"SYNO.API.Auth\":{\"maxVersion\":7,\"minVersion\":1,\"path\":\"entry.cgi\"},"
            + "\"SYNO.API.Info\":{\"maxVersion\":1,\"minVersion\":1,\"path\":\"query.cgi\"}},"
            + "\"success\":true}"
        ),
      ]
    )
  }
}
