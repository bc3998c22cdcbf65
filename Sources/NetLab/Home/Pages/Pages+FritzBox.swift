extension Pages {
  /// A FRITZ!Box's own pages: the log-in, and what it tells everybody of itself.
  static func fritzBox(name: String, hardware: String, version: String, serial: String)
    -> HTTPService
  {
    let old =
      "<j:BoxInfo xmlns:j=\"http://jason.avm.de/updatecheck/\"><j:Name>\(name)</j:Name>"
      + "<j:HW>\(hardware)</j:HW><j:Version>\(version)</j:Version><j:Revision>107899</j:Revision>"
      + "<j:Serial>\(serial)</j:Serial><j:OEM>avm</j:OEM><j:Lang>de</j:Lang>"
      + "<j:Annex>B</j:Annex><j:Lab></j:Lab><j:Country>049</j:Country></j:BoxInfo>"
    let new =
      "<e:BoxInfo xmlns:e=\"http://juis.avm.de/updateinfo\" xmlns:q=\"http://juis.avm.de/request\">"
      + "<q:Name>\(name)</q:Name><q:HW>\(hardware)</q:HW><q:Major>154</q:Major><q:Minor>7</q:Minor>"
      + "<q:Patch>57</q:Patch><q:Buildnumber>107899</q:Buildnumber><q:Serial>\(serial)</q:Serial>"
      + "<q:OEM>avm</q:OEM><q:Lang>de</q:Lang><q:Country>049</q:Country></e:BoxInfo>"
    return HTTPService([
      "/": .page(title: "FRITZ!Box", "<div id=\"main-container\">FRITZ!Box</div>").chunked,
      "/jason_boxinfo.xml": .xml(old),
      "/juis_boxinfo.xml": .xml(new),
    ])
  }

  /// Its descriptions on port 49000, of the gateway and of TR-064.
  static func fritzDescriptions(name: String, uuid: String, serial: String) -> HTTPService {
    func description(_ type: String, _ kind: String) -> HTTPService.Reply {
      UPnPDescription(
        type: type,
        name: name,
        maker: "AVM Berlin",
        model: name,
        description: name,
        number: "avm",
        serial: kind == "tr64" ? serial : nil,
        uuid: uuid
      )
      .page
    }
    return HTTPService(
      server: "\(name) UPnP/1.0 AVM \(name) 154.07.57",
      [
        "/igddesc.xml": description(
          "urn:schemas-upnp-org:device:InternetGatewayDevice:1",
          "igd"
        ),
        "/tr64desc.xml": description("urn:dslforum-org:device:InternetGatewayDevice:1", "tr64"),
      ]
    )
  }
}
