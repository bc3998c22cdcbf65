import Wire

/// What the pages of the simulated home's devices say, by family.
enum Pages {}

extension Pages {
  /// AirPlay's `/info` on port 7000: a binary property list, or one in XML.
  static func airPlay(
    name: String,
    model: String,
    mac: MACAddress,
    version: String,
    build: String? = nil,
    maker: String? = nil,
    isBinary: Bool = true
  ) -> HTTPService {
    var members: [(String, PropertyList)] = [
      ("name", .text(name)), ("model", .text(model)),
      ("deviceID", .text(mac.description.uppercased())),
      ("macAddress", .text(mac.description.uppercased())), ("sourceVersion", .text(version)),
      ("features", .number(0x4A7F_DFD5)), ("statusFlags", .number(68)),
      ("protocolVersion", .text("1.1")), ("keepAliveLowPower", .flag(true)),
      ("pk", .data(Array(repeating: 0xA5, count: 32))),
      (
        "audioFormats",
        .list([.object([("type", .number(100)), ("audioInputFormats", .number(67_108_860))])])
      ),
    ]
    if let build { members.append(("osBuildVersion", .text(build))) }
    if let maker { members.append(("manufacturer", .text(maker))) }
    let list = PropertyList.object(members)
    let info: HTTPService.Reply =
      isBinary
      ? .bytes(list.binary, type: "application/x-apple-binary-plist")
      : .text(list.xml, type: "text/x-apple-plist+xml")
    return HTTPService(server: "AirTunes/\(version)", ["/info": info], missing: .status(403))
  }
}
