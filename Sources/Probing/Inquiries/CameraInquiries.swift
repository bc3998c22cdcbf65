/// Cameras and printers.
enum CameraInquiries {
  static let all: [InquiryProbe] = [
    InquiryProbe(
      Hint(makers: ["Axis"], offers: ["_axis-video._tcp"]),
      .post(
        "/axis-cgi/basicdeviceinfo.cgi",
        80,
        headers: [("Content-Type", "application/json")],
        body: #"{"apiVersion":"1.0","method":"getAllUnrestrictedProperties"}"#,
        .json(["ProdShortName", "Brand"]),
        serial: ("SerialNumber", "Axis")
      ),
      .get("/axis-cgi/param.cgi?action=list&group=root.Brand", 80, .text(["root.Brand."]))
    ),
    InquiryProbe(
      Hint(makers: ["Hikvision"], says: ["hikvision", "dvrdvs", "dnvrs"]),
      .get("/ISAPI/System/deviceInfo", 80, .xml(["DeviceInfo", "model", "deviceName"]))
    ),
    InquiryProbe(
      Hint(makers: ["Dahua", "Amcrest", "Lorex"], says: ["dahua", "amcrest"]),
      .get(
        "/cgi-bin/magicBox.cgi?action=getSystemInfo",
        80,
        .text(["deviceType=", "serialNumber="])
      )
    ),
    // HP's printers
    InquiryProbe(
      Hint(or: { host in
        host.mayBePrinter
          && (host.isMade(by: ["HP", "Hewlett Packard"]) || host.words.contain(beginning: "hp")
            || host.words.contain(beginning: "laserjet"))
      }),
      .get(
        "/DevMgmt/ProductConfigDyn.xml",
        80,
        .xml(["MakeAndModel", "ProductNumber"]),
        serial: ("SerialNumber", "HP")
      )
    ),
  ]
}
