import Model

extension Evidence {
  /// Who said the host name; records don't tell, but only mDNS has names in `.local`.
  var whoSaidHostName: Source {
    hostnameSource ?? (hostname?.lowercased().hasSuffix(".local") == true ? .mdns : .dns)
  }

  /// The form of reasons from the host name: some are names that a service gave itself.
  var hostNameForm: EvidenceForm {
    switch whoSaidHostName {
    case .http, .tls, .banner, .snmp, .smb, .udp, .ssdp, .wsDiscovery: .ownName
    case .netbios: .netbiosName
    default: .hostName
    }
  }
}
