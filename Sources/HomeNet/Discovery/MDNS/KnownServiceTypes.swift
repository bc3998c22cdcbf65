/// The service types that are browsed without having been heard of.
///
/// Many devices answer the meta-query (RFC 6763, section 9) late or not at all, so the usual types
/// are asked for at once, those that tell most about a home's devices first: a responder that
/// answers only the beginning of a long packet still answers what matters.
enum KnownServiceTypes {
  /// The meta-query's name: every responder lists its service types under it.
  static let meta = "_services._dns-sd._udp.local"

  /// Type names without domain, highest yield first.
  static let all: [String] = [
    // Apple, and what imitates it: most of a home's players, phones and computers.
    "_airplay._tcp", "_raop._tcp", "_companion-link._tcp", "_googlecast._tcp",
    // Speakers.
    "_sonos._tcp", "_spotify-connect._tcp",
    // Smart home.
    "_hap._tcp", "_hap._udp", "_matter._tcp", "_matterc._udp", "_meshcop._udp",
    "_home-assistant._tcp", "_esphomelib._tcp", "_hue._tcp", "_shelly._tcp", "_trel._udp",
    // Printing and scanning.
    "_ipp._tcp", "_ipps._tcp", "_printer._tcp", "_pdl-datastream._tcp", "_uscan._tcp",
    "_uscans._tcp", "_scanner._tcp",
    // Computers and storage.
    "_smb._tcp", "_workstation._tcp", "_ssh._tcp", "_sftp-ssh._tcp", "_afpovertcp._tcp",
    "_nfs._tcp", "_rfb._tcp", "_adisk._tcp", "_http._tcp", "_https._tcp", "_ftp._tcp",
    "_webdav._tcp", "_device-info._tcp",
    // Phones and tablets, and remote control.
    "_remotepairing._tcp", "_apple-mobdev2._tcp", "_androidtvremote2._tcp", "_amzn-wplay._tcp",
    "_touch-able._tcp", "_sleep-proxy._udp", "_asquic._udp", "_airport._tcp",
    // Media.
    "_roku._tcp", "_mediaremotetv._tcp", "_daap._tcp", "_dacp._tcp", "_homekit._tcp",
    "_plexmediasvr._tcp",
    "_jellyfin._tcp", "_nvstream._tcp", "_bose._tcp", "_soundtouch._tcp", "_heos-audio._tcp",
    "_musc._tcp", "_linkplay._tcp", "_mqtt._tcp", "_axis-video._tcp", "_rtsp._tcp", "_wled._tcp",
    "_elg._tcp", "_nanoleafapi._tcp", "_leap._tcp", "_octoprint._tcp", "_teamviewer._tcp",
  ]

  /// The type's name without domain, lower-cased, if a name reads `_service._tcp.local` or
  /// `_service._udp.local` (RFC 6763, section 7).
  ///
  /// Service names have at most 15 characters by RFC 6335; longer ones exist, up to what a DNS label
  /// holds.
  static func type(ofLabels labels: [String]) -> String? {
    guard labels.count == 3, labels[2].lowercased() == "local" else { return nil }
    let service = labels[0].lowercased()
    let transport = labels[1].lowercased()
    guard transport == "_tcp" || transport == "_udp",
      service.utf8.first == UInt8(ascii: "_"), (2...63).contains(service.utf8.count),
      service.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ".") })
    else { return nil }
    return service + "." + transport
  }
}
