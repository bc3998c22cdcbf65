import Discovery
import Identification

extension Codec {
  /// What devices said of themselves: whatever it is, it is read, identified and written, or refused.
  static let records = Codec(reading: "record", seeds: lines.map { Array($0.utf8) }) { line in
    let record = try EvidenceRecord(parsing: line, number: 1)
    let verdict = Identifier().verdict(for: record.evidence)
    var written = VerdictJSON()
    written.append(verdict, of: record.id)
    // What was written is JSON, and safe to print.
    let text = String(decoding: written.bytes, as: UTF8.self)
    precondition(text.unicodeScalars.allSatisfy { TerminalHazard($0) == nil })
    guard (try? JSONText.decode(Written.self, from: text)) != nil else { preconditionFailure(text) }
  }

  /// Of a verdict, what a reader must find.
  private struct Written: Decodable {
    let id: String
    let category: String
  }

  /// A record for each way to ask, with the words and keys that rules look for.
  private static let lines = [
    #"""
    {"id":"tv","mac":"b8:27:eb:12:34:56","hostname":"SamsungTV-Living","gateway":true,\#
    "dhcp":{"hostname":"Galaxy-S21","vendor_class":"Mfg=HP;Typ=Printer;Mod=HP LaserJet 4","parameters":[1,3]},\#
    "open_ports":[22,80,8009],"netbios":{"names":["NAS"],"mac":"00:11:32:00:00:01"}}
    """#,
    #"""
    {"mdns":[{"type":"_googlecast._tcp","name":"Chromecast é","host":"a-1.local","port":8009,\#
    "txt":{"md":"Chromecast Ultra","fn":"K\u00fcche \ud83c\udfe0","x":{"hex":"00ff"},"k":true}},\#
    {"type":"_ipp._tcp","name":"HP LaserJet MFP (1A2B3C)","txt":{"ty":"HP LaserJet","usb_MDL":"M15w"}}]}
    """#,
    #"""
    {"ssdp":[{"nt":"urn:schemas-upnp-org:device:MediaRenderer:1","usn":"u","server":"Linux UPnP/1.0 Sonos/57.3",\#
    "headers":{"X-User-Agent":"redsonic"},"description":"<?xml version=\"1.0\"?><root><device>\#
    <friendlyName>Kitchen (S1]</friendlyName><manufacturer>Sonos, Inc.</manufacturer>\#
    <modelName><![CDATA[Play:1]]></modelName><modelNumber a='b'>S&amp;1</modelNumber></device></root>"}]}
    """#,
    #"""
    {"http":[{"port":80,"status":401,"path":"/","headers":{"server":"RouterOS v6.49","www-authenticate":\#
    "Basic realm=\"TP-LINK Archer C7\""},"body":"<html><title>FRITZ!Box 7590</title>","favicon_md5":"ab"},\#
    {"port":8060,"tls":true,"path":"/api","body":"{\"modelName\":\"Roku 3\",\"roomName\":\"\\u00e9\"}"},\#
    {"body":"printer-make-and-model\tBrother HL-L2350DW\n"}]}
    """#,
    #"""
    {"tls":[{"port":443,"subject":"CN=UniFi","issuer":"O=Ubiquiti","san":["unifi.local"]}],\#
    "banners":[{"port":22,"protocol":"ssh","text":"SSH-2.0-OpenSSH_8.4p1 Debian-5"},\#
    {"port":21,"protocol":"ftp","text":"220 Lexmark MS410dn FTP Server"}],\#
    "snmp":{"sys_descr":"HP ETHERNET MULTI-ENVIRONMENT,ROM 1","sys_object_id":"1.3.6.1.4.1.11.2.3.9.1"}}
    """#,
    #"""
    {"udp":[{"port":10001,"hex":"0100001f0b0004555643"},{"port":9999,"text":"{\"model\":\"HS110(EU)\"}"}],\#
    "smb":{"native_os":"Windows 6.1","native_lm":"Samba 4.9"},"system":{"os":"Debian GNU/Linux 12"},\#
    "ws_discovery":{"types":"wsdp:Device pub:Computer","scopes":["onvif://www.onvif.org/hardware/IPC-1"]}}
    """#,
    // Escapes about where the room ends that a text with escapes is first given.
    #"{"hostname":"\#(letters)bbb\u20ac\ud83c\udfe0\n","http":[{"body":"\#(letters)\#(letters)"}]}"#,
  ]
  private static let letters = String(repeating: "a", count: 4096)
}
