extension SSDPMessage {
  /// A search for a target: `ssdp:all`, `upnp:rootdevice`, or a device or service type.
  ///
  /// Answers are spread over `maximumWait` seconds, 1–5; `host` is the group and port it goes to.
  public static func search(
    _ target: String = SSDP.all,
    maximumWait: Int = 1,
    host: String = "239.255.255.250:1900"
  ) -> SSDPMessage {
    SSDPMessage(
      .search,
      fields: [
        Field("HOST", host), Field("MAN", "\"ssdp:discover\""), Field("MX", "\(maximumWait)"),
        Field("ST", target),
      ]
    )
  }

  /// An announcement for the group; what a goodbye does not carry is left out of it.
  public static func notify(
    _ announcement: Announcement,
    target: String,
    usn: String,
    location: String? = nil,
    server: String? = nil,
    maxAge: Int = 1800
  ) -> SSDPMessage {
    var fields = [Field("HOST", "239.255.255.250:1900")]
    let subtype =
      switch announcement {
      case .alive: "ssdp:alive"
      case .byebye: "ssdp:byebye"
      case .update: "ssdp:update"
      }
    if announcement == .alive {
      fields.append(Field("CACHE-CONTROL", "max-age=\(maxAge)"))
      if let server { fields.append(Field("SERVER", server)) }
    }
    if announcement != .byebye, let location { fields.append(Field("LOCATION", location)) }
    fields += [Field("NT", target), Field("NTS", subtype), Field("USN", usn)]
    return SSDPMessage(.notify, fields: fields)
  }

  /// The answer to a search.
  public static func answer(
    target: String,
    usn: String,
    location: String? = nil,
    server: String? = nil,
    maxAge: Int = 1800
  ) -> SSDPMessage {
    var fields = [Field("CACHE-CONTROL", "max-age=\(maxAge)"), Field("EXT", "")]
    if let location { fields.append(Field("LOCATION", location)) }
    if let server { fields.append(Field("SERVER", server)) }
    fields += [Field("ST", target), Field("USN", usn)]
    return SSDPMessage(.response(status: 200), fields: fields)
  }
}
