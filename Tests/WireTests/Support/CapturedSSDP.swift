/// SSDP messages as real programs sent them.
enum CapturedSSDP {
  /// MiniUPnPd 2.3.1 says that it is there (its kernel's name shortened).
  static let alive = message(
    "NOTIFY * HTTP/1.1",
    "HOST: 239.255.255.250:1900",
    "CACHE-CONTROL: max-age=60",
    "LOCATION: http://192.168.77.2:43903/rootDesc.xml",
    "SERVER: Debian/12 UPnP/1.1 MiniUPnPd/2.3.1",
    "NT: upnp:rootdevice",
    "USN: uuid:01234567-89ab-cdef-0123-456789abcdef::upnp:rootdevice",
    "NTS: ssdp:alive",
    "OPT: \"http://schemas.upnp.org/upnp/1/0/\"; ns=01",
    "01-NLS: 1795266672",
    "BOOTID.UPNP.ORG: 1795266672",
    "CONFIGID.UPNP.ORG: 1337"
  )

  /// MiniUPnPd 2.3.1 leaves.
  static let byebye = message(
    "NOTIFY * HTTP/1.1",
    "HOST: 239.255.255.250:1900",
    "NT: urn:schemas-upnp-org:device:WANConnectionDevice:2",
    "USN: uuid:01234567-89ab-cdef-0123-456789abcde1"
      + "::urn:schemas-upnp-org:device:WANConnectionDevice:2",
    "NTS: ssdp:byebye",
    "OPT: \"http://schemas.upnp.org/upnp/1/0/\"; ns=01",
    "01-NLS: 1795266672",
    "BOOTID.UPNP.ORG: 1795266672",
    "CONFIGID.UPNP.ORG: 1337"
  )

  /// MiniUPnPd 2.3.1 answers a search for everything (its kernel's name shortened).
  static let answer = message(
    "HTTP/1.1 200 OK",
    "CACHE-CONTROL: max-age=120",
    "ST: urn:schemas-upnp-org:service:WANCommonInterfaceConfig:1",
    "USN: uuid:01234567-89ab-cdef-0123-456789abcde0"
      + "::urn:schemas-upnp-org:service:WANCommonInterfaceConfig:1",
    "EXT:",
    "SERVER: Debian/12 UPnP/1.1 MiniUPnPd/2.3.1",
    "LOCATION: http://192.168.77.2:43903/rootDesc.xml",
    "OPT: \"http://schemas.upnp.org/upnp/1/0/\"; ns=01",
    "01-NLS: 1795266672",
    "BOOTID.UPNP.ORG: 1795266672",
    "CONFIGID.UPNP.ORG: 1337"
  )

  /// A search as the UPnP Device Architecture 2.0, section 1.3.2, prints it.
  static let search = message(
    "M-SEARCH * HTTP/1.1",
    "HOST: 239.255.255.250:1900",
    "MAN: \"ssdp:discover\"",
    "MX: 3",
    "ST: urn:schemas-upnp-org:device:MediaServer:1",
    "USER-AGENT: OS/version UPnP/2.0 product/version"
  )

  /// Lines as they stand, with their ends and the empty one.
  static func message(_ lines: String...) -> [UInt8] {
    Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
  }
}
