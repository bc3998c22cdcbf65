import Model

extension ProbedHost {
  /// Whether the name of its MAC's vendor contains one of these names as whole words.
  func isMade(by makers: [String]) -> Bool {
    guard let macVendor else { return false }
    let words = FoldedWords(macVendor)
    return makers.contains { words.contain(FoldedWords($0)) }
  }

  /// Whether a word in one of its names or server lines begins with one of these.
  func mentions(_ beginnings: [String]) -> Bool {
    let wanted = beginnings.map { FoldedWords($0) }
    return lines.contains { line in
      let words = FoldedWords(line)
      return wanted.contains { words.contain(beginning: $0) }
    }
  }

  func offers(anyOf types: [String]) -> Bool {
    evidence.services.contains { types.contains($0.type) }
  }

  func hasOpen(_ ports: [UInt16]) -> Bool {
    ports.contains { openPorts.contains($0) }
  }

  /// Its names, server lines and banners, bounded.
  var lines: [String] {
    var lines: [String] = []
    // Without the domain, which is the router's: `.fritz.box` would match every host.
    if let name = evidence.hostname { lines.append(String(name.prefix { $0 != "." })) }
    if let name = evidence.dhcp?.hostname { lines.append(String(name.prefix { $0 != "." })) }
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

/// Kinds of device it may be: reasons to ask, not verdicts.
extension ProbedHost {
  /// Printers and scanners.
  var mayBePrinter: Bool {
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
  var mayBeRouter: Bool {
    evidence.isGateway
      || evidence.ssdp.contains { $0.target.contains("InternetGatewayDevice") }
      || isMade(by: [
        "Ubiquiti", "MikroTik", "Routerboard", "Netgear", "Zyxel", "Cisco", "Meraki", "Linksys",
        "Aruba", "Ruckus", "Juniper", "D-Link", "AVM", "DrayTek", "Teltonika", "Fortinet",
        "EnGenius", "TRENDnet", "Sagemcom", "Technicolor", "Arris", "Peplink", "Extreme Networks",
        "Allied Telesis", "devolo", "Netgate", "Edgecore", "Cambium",
      ])
      // The Switch is a console.
      || mentions(["switch", "router", "gateway"]) && !isMade(by: ["Nintendo"])
      // Vendors of other devices too: managed ones serve a page or a shell.
      || hasOpen([22, 23, 80, 443])
        && isMade(by: [
          "TP-Link", "HP", "Hewlett Packard", "ASUSTek", "Asus", "Huawei", "ZTE", "Dell",
        ])
  }

  var mayBeStorage: Bool {
    offers(anyOf: ["_adisk._tcp", "_afpovertcp._tcp", "_nfs._tcp", "_readynas._tcp"])
      || hasOpen([548, 2049])
      || isMade(by: [
        "Synology", "QNAP", "Western Digital", "Seagate", "Buffalo", "Asustor", "TerraMaster",
        "Drobo", "iXsystems", "Netgear", "ICP Electronics", "Thecus",
      ])
  }

  /// Power supplies and outlets in racks.
  var mayBePowerSupply: Bool {
    hasOpen([3493])
      || isMade(by: [
        "APC", "American Power Conversion", "Eaton", "CyberPower", "Cyber Power", "Schneider",
        "Tripp", "Raritan", "Vertiv", "Liebert", "Riello", "Powercom", "Socomec",
      ])
  }

  /// Cameras and recorders.
  var mayBeCamera: Bool {
    offers(anyOf: ["_axis-video._tcp", "_rtsp._tcp", "_onvif._tcp", "_psia._tcp"])
      || hasOpen([554, 8554])
      || evidence.wsDiscovery?.types?.contains("NetworkVideo") == true
      || isMade(by: [
        "Axis", "Hikvision", "Dahua", "Reolink", "Mobotix", "Vivotek", "Amcrest", "Foscam",
        "Hanwha", "Uniview", "Bosch Security",
      ])
  }

  /// Telephones, adapters and exchanges.
  var mayBeTelephone: Bool {
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

/// Hosts of which nothing is known; see ``UnknownHostProbe``.
extension ProbedHost {
  /// Whether the vendor of its MAC makes modules that smart devices of other makers are built with.
  var isModuleMade: Bool { Self.moduleMakers.fits(self) }

  private static let moduleMakers = Hint(
    makers: [
      "Espressif", "Tuya", "Realtek", "Beken", "Bouffalo", "High-Flying", "Hi-flying", "Ai-Thinker",
      "MXCHIP", "Gaoshengda", "Fn-Link", "Bilian", "AltoBeam", "Lierda", "Sichuan AI-Link",
      "Skylab",
      "AMPAK", "Silicon Laboratories", "Telink", "Ogemray", "WIZnet",
    ]
  )

  /// Whether it has announced, described and answered nothing by which a device is known.
  var hasStatedNothing: Bool {
    evidence.services.isEmpty && evidence.ssdp.isEmpty && evidence.udp.isEmpty
      && evidence.snmp == nil && evidence.netbios == nil && evidence.wsDiscovery == nil
      && evidence.smb == nil && !evidence.isGateway
  }
}

extension ProbedHost {
  /// The ports for a service, ascending: its usual ports that are open, and announced ones.
  func ports(_ usual: Set<UInt16>, or types: [String] = []) -> [UInt16] {
    let announced = types.flatMap { ports(of: $0) }
    return usual.intersection(openPorts).union(announced.prefix(Self.mostAnnounced)).sorted()
  }

  /// A service has one port, rarely two; a host can announce a hundred.
  private static let mostAnnounced = 2
}
