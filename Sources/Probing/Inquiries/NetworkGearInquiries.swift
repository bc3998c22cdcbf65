import Model

/// Routers, access points and their controllers.
enum NetworkGearInquiries {
  static let all: [InquiryProbe] = [
    InquiryProbe(
      Hint(makers: ["AVM"], says: ["fritz"]),
      .get("/jason_boxinfo.xml", 80, .xml(["BoxInfo", "Name", "HW"]), serial: ("Serial", "AVM")),
      .get("/tr64desc.xml", 49000, .xml(["modelName", "friendlyName"]), udn: "UDN")
    ),
    InquiryProbe(
      Hint(makers: ["D-Link"], says: ["dlink"]),
      .get("/HNAP1/", 80, .xml(["ModelName", "VendorName"]), name: "DeviceName")
    ),
    InquiryProbe(
      Hint(makers: ["Netgear"], says: ["netgear"]),
      .get("/currentsetting.htm", 80, .text(["Model="]))
    ),
    InquiryProbe(
      Hint(makers: ["Linksys", "Belkin"], says: ["linksys"]),
      .post(
        "/JNAP/",
        80,
        headers: [
          ("Content-Type", "application/json"),
          ("X-JNAP-Action", "http://linksys.com/jnap/core/GetDeviceInfo"),
        ],
        body: "{}",
        .json(["modelNumber", "manufacturer"]),
        serial: ("serialNumber", "Linksys")
      )
    ),
    InquiryProbe(
      Hint(makers: ["Ubiquiti"], says: ["unifi", "ubnt"]),
      .get("/api/system", 443, tls: true, .json(["hardware", "shortname"]), name: "name"),
      .get("/status", 8443, tls: true, .json(["server_version", "meta", "up"]))
    ),
    InquiryProbe(
      Hint(or: { $0.isMade(by: ["Google"]) && ($0.evidence.isGateway || $0.mentions(["OnHub"])) }),
      .get("/api/v1/status", 80, .json(["modelId", "softwareVersion", "setupState"]))
    ),
    InquiryProbe(
      Hint(makers: ["Freebox"], says: ["freebox", "fbx"], offers: ["_fbx-api._tcp"]),
      .get("/api_version", 80, .json(["box_model", "api_base_url"]), name: "device_name")
    ),
    InquiryProbe(
      Hint(makers: ["SFR"], says: ["nb6", "neufbox", "sfrbox"]),
      .get("/api/1.0/?method=system.getInfo", 80, .xml(["product_id"]))
    ),
    InquiryProbe(
      Hint(makers: ["Teltonika"], says: ["teltonika", "rutx", "rut9"]),
      .get("/api/unauthorized/status", 443, tls: true, .json(["device_model"]))
    ),
    InquiryProbe(
      Hint(says: ["speedport"]),
      .get("/data/Status.json", 80, .json(["varid", "varvalue"]))
    ),
    InquiryProbe(
      Hint(or: { $0.evidence.isGateway && $0.isMade(by: ["Huawei"]) }),
      .get("/api/device/basic_information", 80, .xml(["devicename", "classify"]))
    ),
    InquiryProbe(
      Hint(says: ["miwifi"], or: { $0.evidence.isGateway && $0.isMade(by: ["Xiaomi"]) }),
      .get(
        "/cgi-bin/luci/api/xqsystem/init_info",
        80,
        .json(["romversion", "hardware"]),
        name: "routername"
      )
    ),
    // OpenWrt's front page is a redirect.
    InquiryProbe(
      Hint(
        says: ["openwrt", "luci"],
        or: { host in
          host.evidence.http.contains { $0.body?.prefix(1024).contains("cgi-bin/luci") == true }
        }
      ),
      .get("/cgi-bin/luci", 80, .page)
    ),
  ]
}

/// Network storage, servers, 3D printers.
enum StorageInquiries {
  static let all: [InquiryProbe] = [
    // Synology's sign-in page; AirPlay uses the same port.
    InquiryProbe(
      Hint(makers: ["Synology"], says: ["synology", "diskstation"]),
      .get("/", 5000, .page)
    ),
    InquiryProbe(
      Hint(makers: ["QNAP"], says: ["qnap"], offers: ["_qdiscover._tcp"]),
      .get(
        "/cgi-bin/authLogin.cgi",
        service: "_qdiscover._tcp",
        otherwise: 8080,
        .xml(["QDocRoot", "modelName", "displayModelName"]),
        name: "hostname"
      )
    ),
    InquiryProbe(
      Hint(makers: ["iXsystems"], says: ["truenas", "freenas"]),
      .get("/api/v2.0/system/product_type", 80, .text(["SCALE", "CORE", "ENTERPRISE"])),
      .get("/api/v2.0/system/product_type", 443, tls: true, .text(["SCALE", "CORE", "ENTERPRISE"]))
    ),
    InquiryProbe(
      Hint(says: ["proxmox", "pve"]),
      .get("/", 8006, tls: true, .page)
    ),
    InquiryProbe(
      Hint(says: ["moonraker", "mainsail", "fluidd", "klipper"]),
      .get("/server/info", 7125, .json(["klippy_state", "moonraker_version"]))
    ),
    InquiryProbe(
      Hint(makers: ["Prusa"], says: ["prusa", "prusalink"]),
      .get("/api/version", 80, .json(["text", "api", "firmware"]), name: "hostname")
    ),
    // Advertisement blockers
    InquiryProbe(
      Hint(
        says: ["pihole", "pi-hole"],
        or: { $0.openPorts.isSuperset(of: [53, 80]) && !$0.mayBeRouter }
      ),
      .get("/admin/", 80, .text(["Pi-hole", "pi-hole"]))
    ),
  ]
}
