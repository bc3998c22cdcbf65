extension HTTPService.Reply {
  /// A printer's answer to Get-Printer-Attributes (RFC 8011, section 4.2.5): what was asked for
  /// doesn't matter, and a job would not be printed.
  static func printer(
    name: String,
    makeAndModel: String,
    deviceID: String,
    location: String,
    uuid: String
  ) -> HTTPService.Reply {
    var bytes: [UInt8] = [2, 0, 0, 0, 0, 0, 0, 1, 0x01]
    func attribute(_ tag: UInt8, _ name: String, _ value: [UInt8]) {
      bytes.append(tag)
      bytes += Array(name.utf8).counted(by: UInt16.self)
      bytes += value.counted(by: UInt16.self)
    }
    attribute(0x47, "attributes-charset", Array("utf-8".utf8))
    attribute(0x48, "attributes-natural-language", Array("en".utf8))
    bytes.append(0x04)
    attribute(0x45, "printer-uri-supported", Array("ipp://{address}/ipp/print".utf8))
    attribute(0x42, "printer-name", Array(name.utf8))
    attribute(0x41, "printer-info", Array(name.utf8))
    attribute(0x41, "printer-location", Array(location.utf8))
    attribute(0x41, "printer-make-and-model", Array(makeAndModel.utf8))
    attribute(0x41, "printer-device-id", Array(deviceID.utf8))
    attribute(0x45, "printer-uuid", Array("urn:uuid:\(uuid)".utf8))
    attribute(0x23, "printer-state", [0, 0, 0, 3])
    attribute(0x44, "printer-state-reasons", Array("none".utf8))
    attribute(0x22, "color-supported", [1])
    bytes.append(0x03)
    return .bytes(bytes, type: "application/ipp")
  }
}
