/// A device description to be served (UPnP Device Architecture 2.0, section 2.3).
package struct UPnPDescription {
  var type: String
  var name: String
  var maker: String
  var model: String
  var description: String?
  var number: String?
  var serial: String?
  var uuid: String
  /// More elements of the device, as they are.
  var more = ""

  package init(
    type: String,
    name: String,
    maker: String,
    model: String,
    description: String? = nil,
    number: String? = nil,
    serial: String? = nil,
    uuid: String,
    more: String = ""
  ) {
    self.type = type
    self.name = name
    self.maker = maker
    self.model = model
    self.description = description
    self.number = number
    self.serial = serial
    self.uuid = uuid
    self.more = more
  }

  /// The document as a page.
  package var page: HTTPService.Reply {
    let elements: [(String, String?)] = [
      ("deviceType", type), ("friendlyName", name), ("manufacturer", maker),
      ("modelDescription", description), ("modelName", model), ("modelNumber", number),
      ("serialNumber", serial), ("UDN", "uuid:\(uuid)"), ("presentationURL", "/"),
    ]
    let text = elements.map { name, value in
      value.map { "<\(name)>\($0.replacing("&", with: "&amp;"))</\(name)>\n" } ?? ""
    }
    return .xml(
      "<root xmlns=\"urn:schemas-upnp-org:device-1-0\">\n"
        + "<specVersion><major>1</major><minor>0</minor></specVersion>\n<device>\n"
        + text.joined() + more + "</device>\n</root>\n"
    )
  }
}

extension Pages {
  /// A FRITZ!Box's pages: the log-in, and its public description.
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

extension Pages {
  /// A printer's own page, and IPP on the same server.
  static func printer(
    title: String,
    server: String?,
    name: String,
    makeAndModel: String,
    deviceID: String,
    uuid: String
  ) -> HTTPService {
    let attributes = HTTPService.Reply.printer(
      name: name,
      makeAndModel: makeAndModel,
      deviceID: deviceID,
      location: "Office",
      uuid: uuid
    )
    return HTTPService(
      server: server,
      [
        "/": .page(title: title),
        "POST /ipp/print": attributes,
        "POST /": attributes,
        "/eSCL/ScannerCapabilities": .xml(
          "<scan:ScannerCapabilities xmlns:scan=\"http://schemas.hp.com/imaging/escl/2011/05/03\" "
            + "xmlns:pwg=\"http://www.pwg.org/schemas/2010/12/sm\"><pwg:Version>2.63</pwg:Version>"
            + "<pwg:MakeAndModel>\(makeAndModel)</pwg:MakeAndModel><scan:UUID>\(uuid)</scan:UUID>"
            + "</scan:ScannerCapabilities>"
        ),
      ]
    )
  }
}

extension HTTPService.Reply {
  /// A printer's answer to Get-Printer-Attributes (RFC 8011, section 4.2.5): what was asked for
  /// doesn't matter, and a job would not be printed.
  static func printer(
    name: String,
    makeAndModel: String,
    deviceID: String,
    location: String,
    uuid: String
  ) -> HTTPService.Reply {
    var bytes: [UInt8] = [2, 0, 0, 0, 0, 0, 0, 1, 0x01]
    func attribute(_ tag: UInt8, _ name: String, _ value: [UInt8]) {
      bytes.append(tag)
      bytes += Array(name.utf8).counted(by: UInt16.self)
      bytes += value.counted(by: UInt16.self)
    }
    attribute(0x47, "attributes-charset", Array("utf-8".utf8))
    attribute(0x48, "attributes-natural-language", Array("en".utf8))
    bytes.append(0x04)
    attribute(0x45, "printer-uri-supported", Array("ipp://{address}/ipp/print".utf8))
    attribute(0x42, "printer-name", Array(name.utf8))
    attribute(0x41, "printer-info", Array(name.utf8))
    attribute(0x41, "printer-location", Array(location.utf8))
    attribute(0x41, "printer-make-and-model", Array(makeAndModel.utf8))
    attribute(0x41, "printer-device-id", Array(deviceID.utf8))
    attribute(0x45, "printer-uuid", Array("urn:uuid:\(uuid)".utf8))
    attribute(0x23, "printer-state", [0, 0, 0, 3])
    attribute(0x44, "printer-state-reasons", Array("none".utf8))
    attribute(0x22, "color-supported", [1])
    bytes.append(0x03)
    return .bytes(bytes, type: "application/ipp")
  }
}

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
