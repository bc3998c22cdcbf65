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
