/// Records, read by ``PlainJSON``: the same keys as in the shapes themselves.
extension RecordShape: PlainObject {
  mutating func read(_ key: String, from json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    switch key {
    case "id": id = try json.read()
    case "ip": ip = try json.read()
    case "gateway": gateway = try json.read()
    case "mac": mac = try json.read()
    case "hostname": hostname = try json.read()
    case "dhcp": dhcp = try json.read()
    case "mdns": mdns = try json.read()
    case "ssdp": ssdp = try json.read()
    case "http": http = try json.read()
    case "tls": tls = try json.read()
    case "banners": banners = try json.read()
    case "snmp": snmp = try json.read()
    case "netbios": netbios = try json.read()
    case "smb": smb = try json.read()
    case "udp": udp = try json.read()
    case "ws_discovery": ws_discovery = try json.read()
    case "open_ports": open_ports = try json.read()
    case "system": system = try json.read()
    default: try json.skipValue()
    }
  }
}

extension RecordShape.DHCP: PlainObject {
  mutating func read(_ key: String, from json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    switch key {
    case "hostname": hostname = try json.read()
    case "vendor_class": vendor_class = try json.read()
    case "parameters": parameters = try json.read()
    default: try json.skipValue()
    }
  }
}

extension RecordShape.Service: PlainObject {
  mutating func read(_ key: String, from json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    switch key {
    case "type": type = try json.read()
    case "name": name = try json.read()
    case "host": host = try json.read()
    case "port": port = try json.read()
    case "txt": txt = try json.read()
    default: try json.skipValue()
    }
  }
}

extension RecordShape.SSDP: PlainObject {
  mutating func read(_ key: String, from json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    switch key {
    case "nt": nt = try json.read()
    case "st": st = try json.read()
    case "usn": usn = try json.read()
    case "server": server = try json.read()
    case "location": location = try json.read()
    case "headers": headers = try json.read()
    case "description": description = try json.read()
    default: try json.skipValue()
    }
  }
}

extension RecordShape.HTTP: PlainObject {
  mutating func read(_ key: String, from json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    switch key {
    case "port": port = try json.read()
    case "tls": tls = try json.read()
    case "path": path = try json.read()
    case "status": status = try json.read()
    case "headers": headers = try json.read()
    case "body": body = try json.read()
    case "favicon_md5": favicon_md5 = try json.read()
    default: try json.skipValue()
    }
  }
}

extension RecordShape.TLS: PlainObject {
  mutating func read(_ key: String, from json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    switch key {
    case "port": port = try json.read()
    case "subject": subject = try json.read()
    case "issuer": issuer = try json.read()
    case "san": san = try json.read()
    default: try json.skipValue()
    }
  }
}

extension RecordShape.Banner: PlainObject {
  mutating func read(_ key: String, from json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    switch key {
    case "port": port = try json.read()
    case "protocol": `protocol` = try json.read()
    case "text": text = try json.read()
    default: try json.skipValue()
    }
  }
}

extension RecordShape.SNMP: PlainObject {
  mutating func read(_ key: String, from json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    switch key {
    case "sys_descr": sys_descr = try json.read()
    case "sys_object_id": sys_object_id = try json.read()
    case "sys_name": sys_name = try json.read()
    default: try json.skipValue()
    }
  }
}

extension RecordShape.NetBIOS: PlainObject {
  mutating func read(_ key: String, from json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    switch key {
    case "names": names = try json.read()
    case "mac": mac = try json.read()
    default: try json.skipValue()
    }
  }
}

extension RecordShape.SMB: PlainObject {
  mutating func read(_ key: String, from json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    switch key {
    case "native_os": native_os = try json.read()
    case "native_lm": native_lm = try json.read()
    default: try json.skipValue()
    }
  }
}

extension RecordShape.UDP: PlainObject {
  mutating func read(_ key: String, from json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    switch key {
    case "port": port = try json.read()
    case "text": text = try json.read()
    case "hex": hex = try json.read()
    default: try json.skipValue()
    }
  }
}

extension RecordShape.WSDiscovery: PlainObject {
  mutating func read(_ key: String, from json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    switch key {
    case "types": types = try json.read()
    case "scopes": scopes = try json.read()
    default: try json.skipValue()
    }
  }
}
