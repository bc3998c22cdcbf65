import Wire

/// The service types that are browsed without having been heard of.
///
/// Many devices answer the meta-query (RFC 6763, section 9) late or not at all, so the usual types
/// are asked for at once, those that tell most about a home's devices first: a responder that
/// answers only the beginning of a long packet still answers what matters.
enum KnownServiceTypes {
  /// The types, highest yield first.
  static let all: [DNSServiceType] = names.compactMap(DNSServiceType.init)

  private static let names = [
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
}
