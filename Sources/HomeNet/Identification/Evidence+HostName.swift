extension Evidence {
  /// Who said the host name; records don't tell, but only mDNS has names in `.local`.
  var whoSaidHostName: Source {
    hostnameSource ?? (hostname?.lowercased().hasSuffix(".local") == true ? .mdns : .dns)
  }

  /// What the host name is called in reasons: some are names that a service gave itself.
  var hostNameWords: String {
    switch whoSaidHostName {
    case .http, .tls, .banner, .snmp, .smb, .udp, .ssdp, .wsDiscovery: "the name it gives itself"
    case .netbios: "NetBIOS name"
    default: "host name"
    }
  }
}
