/// The fixed values of Web Services Dynamic Discovery (April 2005, as ONVIF and Windows speak it).
public enum WSDiscovery {
  /// The port that probes go to.
  public static let port: UInt16 = 3702
  /// `239.255.255.250`, SSDP's group too.
  public static let ipv4Group = IPv4Address(239, 255, 255, 250)
  /// The type of cameras and recorders.
  public static let camera = "dn:NetworkVideoTransmitter"
  /// The type of devices that describe themselves: computers, printers.
  public static let device = "wsdp:Device"

  static let actions = "http://schemas.xmlsoap.org/ws/2005/04/discovery/"
  static let everybody = "urn:schemas-xmlsoap-org:ws:2005:04:discovery"

  /// Namespaces of types with the prefix that they are known by.
  static let namespaces = [
    (prefix: "dn", uri: "http://www.onvif.org/ver10/network/wsdl"),
    (prefix: "tds", uri: "http://www.onvif.org/ver10/device/wsdl"),
    (prefix: "wsdp", uri: "http://schemas.xmlsoap.org/ws/2006/02/devprof"),
    (prefix: "pub", uri: "http://schemas.microsoft.com/windows/pub/2005/07"),
    (prefix: "wprt", uri: "http://schemas.microsoft.com/windows/2006/08/wdp/print"),
    (prefix: "wscn", uri: "http://schemas.microsoft.com/windows/2006/08/wdp/scan"),
  ]
}
