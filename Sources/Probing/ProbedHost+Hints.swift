import Model

/// What makes an answer likely: makers, names and ports, as probes ask for them.
extension ProbedHost {
  /// Whether the maker of its network interface has one of these words in its name, whole.
  func isMade(by makers: [String]) -> Bool {
    guard let macVendor else { return false }
    let words = FoldedWords(macVendor)
    return makers.contains { words.contain(FoldedWords($0)) }
  }

  /// Whether a word in one of its names or server lines begins so.
  func mentions(_ beginnings: [String]) -> Bool {
    let wanted = beginnings.map { FoldedWords($0) }
    return lines.contains { line in
      let words = FoldedWords(line)
      return wanted.contains { words.contain(beginning: $0) }
    }
  }

  /// Whether it offers one of these service types.
  func offers(anyOf types: [String]) -> Bool {
    evidence.services.contains { types.contains($0.type) }
  }

  /// Whether one of these TCP ports is open.
  func hasOpen(_ ports: [UInt16]) -> Bool {
    ports.contains { openPorts.contains($0) }
  }

  /// Names and server lines, as many as a device can need.
  var lines: [String] {
    var lines: [String] = []
    // The domain is the router's: in `.fritz.box` not everybody is a telephone.
    if let name = evidence.hostname { lines.append(String(name.prefix { $0 != "." })) }
    if let name = evidence.dhcp?.hostname { lines.append(name) }
    if let name = evidence.dhcp?.vendorClass { lines.append(name) }
    lines += evidence.netbios?.names ?? []
    for service in evidence.services.prefix(64) {
      lines.append(service.name)
      if let host = service.host { lines.append(host) }
    }
    for announcement in evidence.ssdp.prefix(64) {
      if let server = announcement.server { lines.append(server) }
    }
    for answer in evidence.http.prefix(16) {
      if let server = answer.headers["server"] { lines.append(server) }
      if let realm = answer.headers["www-authenticate"] { lines.append(realm) }
    }
    for banner in evidence.banners.prefix(16) { lines.append(banner.text) }
    if let text = evidence.snmp?.description { lines.append(text) }
    return lines
  }
}

/// What kinds of device it may be; each is a reason to ask, never a verdict.
extension ProbedHost {
  /// Printers and scanners.
  var mayPrint: Bool {
    offers(anyOf: [
      "_ipp._tcp", "_ipps._tcp", "_printer._tcp", "_pdl-datastream._tcp", "_uscan._tcp",
      "_uscans._tcp", "_scanner._tcp",
    ]) || hasOpen([515, 631, 9100])
      || isMade(by: [
        "Brother", "Canon", "Epson", "Seiko Epson", "Lexmark", "Kyocera", "Xerox", "Ricoh",
        "Konica Minolta", "Oki", "Sharp", "Zebra", "Dymo",
      ])
  }

  /// Routers, switches, access points.
  var mayRoute: Bool {
    evidence.isGateway
      || evidence.ssdp.contains { $0.target.contains("InternetGatewayDevice") }
      || isMade(by: [
        "Ubiquiti", "MikroTik", "Routerboard", "Netgear", "Zyxel", "Cisco", "Meraki", "Linksys",
        "Aruba", "Ruckus", "Juniper", "D-Link", "AVM", "DrayTek", "Teltonika", "Fortinet",
        "EnGenius", "TRENDnet", "Sagemcom", "Technicolor", "Arris", "Peplink", "Extreme Networks",
        "Allied Telesis", "devolo", "Netgate", "Edgecore", "Cambium",
      ])
      // A console of that name is not an agent, and has a maker who tells.
      || mentions(["switch", "router", "gateway"]) && !isMade(by: ["Nintendo"])
      // These make telephones, computers and plugs too; what is managed has a page.
      || hasOpen([22, 23, 80, 443])
        && isMade(by: [
          "TP-Link", "HP", "Hewlett Packard", "ASUSTek", "Asus", "Huawei", "ZTE", "Dell",
        ])
  }

  /// Storage.
  var mayStore: Bool {
    offers(anyOf: ["_adisk._tcp", "_afpovertcp._tcp", "_nfs._tcp", "_readynas._tcp"])
      || hasOpen([548, 2049])
      || isMade(by: [
        "Synology", "QNAP", "Western Digital", "Seagate", "Buffalo", "Asustor", "TerraMaster",
        "Drobo", "iXsystems", "Netgear", "ICP Electronics", "Thecus",
      ])
  }

  /// Power supplies and outlets in racks.
  var mayPower: Bool {
    hasOpen([3493])
      || isMade(by: [
        "APC", "American Power Conversion", "Eaton", "CyberPower", "Cyber Power", "Schneider",
        "Tripp", "Raritan", "Vertiv", "Liebert", "Riello", "Powercom", "Socomec",
      ])
  }

  /// Cameras and recorders.
  var mayFilm: Bool {
    offers(anyOf: ["_axis-video._tcp", "_rtsp._tcp", "_onvif._tcp", "_psia._tcp"])
      || hasOpen([554, 8554])
      || evidence.wsDiscovery?.types?.contains("NetworkVideo") == true
      || isMade(by: [
        "Axis", "Hikvision", "Dahua", "Reolink", "Mobotix", "Vivotek", "Amcrest", "Foscam",
        "Hanwha", "Uniview", "Bosch Security",
      ])
  }

  /// Telephones and what connects them.
  var maySpeak: Bool {
    offers(anyOf: ["_sip._udp", "_sip._tcp", "_sips._tcp"]) || hasOpen([5060, 5061])
      || isMade(by: [
        "Yealink", "Snom", "Polycom", "Poly", "Grandstream", "Gigaset", "Fanvil", "Mitel",
        "Aastra", "Obihai", "Cisco SPVTG", "Sipura", "Htek", "Panasonic Communications",
        "Auerswald",
        "innovaphone", "Unify", "Avaya", "AudioCodes", "Digium", "AVM",
      ])
      || mentions(["SIP", "Asterisk", "FreePBX", "3CX", "Yealink", "Grandstream", "FRITZ"])
  }
}
