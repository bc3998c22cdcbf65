import Wire

/// WS-Discovery as cameras, Windows and printers write it; prefixes and order are their own.
enum CapturedWSDiscovery {
  static let all = [camera, windows, probe]

  /// A camera's answer in gSOAP's manner.
  static let camera = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope" \
    xmlns:wsa="http://schemas.xmlsoap.org/ws/2004/08/addressing" \
    xmlns:wsdd="http://schemas.xmlsoap.org/ws/2005/04/discovery" \
    xmlns:tdn="http://www.onvif.org/ver10/network/wsdl" \
    xmlns:tds='http://www.onvif.org/ver10/device/wsdl'><SOAP-ENV:Header>
    <wsa:MessageID>uuid:2419d68a-2dd2-21b2-a205-ec71dbb00000</wsa:MessageID>
    <wsa:RelatesTo>urn:uuid:0a6dc791-2be6-4991-9af1-454778a1917a</wsa:RelatesTo>
    <wsa:To SOAP-ENV:mustUnderstand="true">\
    http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous</wsa:To>
    <wsa:Action SOAP-ENV:mustUnderstand="true">\
    http://schemas.xmlsoap.org/ws/2005/04/discovery/ProbeMatches</wsa:Action>
    </SOAP-ENV:Header><SOAP-ENV:Body><wsdd:ProbeMatches><wsdd:ProbeMatch>
    <wsa:EndpointReference><wsa:Address>urn:uuid:2419d68a-2dd2-21b2-a205-ec71dbb0aabb</wsa:Address>\
    </wsa:EndpointReference>
    <wsdd:Types>tdn:NetworkVideoTransmitter tds:Device</wsdd:Types>
    <wsdd:Scopes>onvif://www.onvif.org/type/video_encoder
      onvif://www.onvif.org/hardware/IPC-B140 onvif://www.onvif.org/name/Front%20door
      onvif://www.onvif.org/location/a&amp;b</wsdd:Scopes>
    <wsdd:XAddrs>http://192.168.77.64/onvif/device_service</wsdd:XAddrs>
    <wsdd:MetadataVersion>10</wsdd:MetadataVersion>
    </wsdd:ProbeMatch></wsdd:ProbeMatches></SOAP-ENV:Body></SOAP-ENV:Envelope>
    """.utf8
  )

  /// A Windows computer's, as fdPHost writes it.
  static let windows = Array(
    """
    <?xml version="1.0" encoding="utf-8"?><soap:Envelope \
    xmlns:soap="http://www.w3.org/2003/05/soap-envelope" \
    xmlns:wsa="http://schemas.xmlsoap.org/ws/2004/08/addressing" \
    xmlns:wsd="http://schemas.xmlsoap.org/ws/2005/04/discovery" \
    xmlns:wsdp="http://schemas.xmlsoap.org/ws/2006/02/devprof" \
    xmlns:pub="http://schemas.microsoft.com/windows/pub/2005/07"><soap:Header>\
    <wsa:To>http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous</wsa:To>\
    <wsa:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/ProbeMatches</wsa:Action>\
    <wsa:MessageID>urn:uuid:7b0d2c3f-7a3f-4d4c-9f2b-0d3b7c1d2e3f</wsa:MessageID>\
    <wsa:RelatesTo>urn:uuid:0a6dc791-2be6-4991-9af1-454778a1917a</wsa:RelatesTo>\
    <wsd:AppSequence InstanceId="1607" MessageNumber="9"></wsd:AppSequence></soap:Header>\
    <soap:Body><wsd:ProbeMatches><wsd:ProbeMatch><wsa:EndpointReference>\
    <wsa:Address>urn:uuid:5d1c2b3a-0000-4c4d-8e8f-001122334455</wsa:Address>\
    </wsa:EndpointReference><wsd:Types>wsdp:Device pub:Computer</wsd:Types>\
    <wsd:MetadataVersion>2</wsd:MetadataVersion></wsd:ProbeMatch></wsd:ProbeMatches></soap:Body>\
    </soap:Envelope>
    """.utf8
  )

  /// A probe for cameras.
  static let probe = WSDiscoveryMessage.probe(WSDiscovery.camera, id: "urn:uuid:1").serialised
}
