/// A device description to be served (UPnP Device Architecture 2.0, section 2.3).
struct UPnPDescription {
  var type: String
  var name: String
  var maker: String
  var model: String
  package var description: String?
  var number: String?
  var serial: String?
  var uuid: String
  /// More elements of the device, as they are.
  var more = ""

  /// The document as a page.
  var page: HTTPService.Reply {
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
