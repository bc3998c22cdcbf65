/// Network storage, servers and the printers of things.
enum StorageInquiries {
  static let all: [InquiryProbe] = [
    // Synology's sign-in page; AirPlay answers at the same port of others.
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
      Inquiry(place: .ports([8006]), path: "/", isTLS: true, shape: .page)
    ),
    InquiryProbe(
      Hint(says: ["moonraker", "mainsail", "fluidd", "klipper"]),
      .get("/server/info", 7125, .json(["klippy_state", "moonraker_version"]))
    ),
    InquiryProbe(
      Hint(makers: ["Prusa"], says: ["prusa", "prusalink"]),
      .get("/api/version", 80, .json(["text", "api", "firmware"]), name: "hostname")
    ),
    // What shuts advertisements out.
    InquiryProbe(
      Hint(
        says: ["pihole", "pi-hole"],
        or: { $0.openPorts.isSuperset(of: [53, 80]) && !$0.mayRoute }
      ),
      .get("/admin/", 80, .text(["Pi-hole", "pi-hole"]))
    ),
  ]
}
