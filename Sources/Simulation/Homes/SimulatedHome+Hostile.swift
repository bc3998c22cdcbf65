public import DemoHome
import Model

extension SimulatedHome {
  /// Devices whose answers mean harm, behind a router like any other.
  ///
  /// Asking each must end in bounded time and memory, with nothing wrong believed.
  public static let hostile = SimulatedHome(
    devices: standard.devices.filter(\.isRouter) + hostilePages + hostileDocuments
      + hostileProtocols + hostileNames
  )

  private static func web(
    _ last: UInt8,
    _ label: String,
    _ service: any ListenerService
  ) -> SimulatedDevice {
    .hostile(last, label, listeners: Listener.serving(80, service))
  }

  /// Bodies and heads without end, and lies about them.
  private static let hostilePages: [SimulatedDevice] = [
    web(
      10,
      "endless body",
      HostileStream("HTTP/1.1 200 OK\r\n\r\n<title>x", repeating: .init(repeating: 65, count: 8192))
    ),
    web(
      11,
      "slow drip",
      HostileStream("HTTP/1.1 200 OK\r\nServer: x", repeating: [0x61], every: .seconds(1))
    ),
    web(
      12,
      "gigabyte promised",
      HostileStream("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n<title>big</title>")
    ),
    web(
      13,
      "flood of header fields",
      HostileStream("HTTP/1.1 200 OK\r\n", repeating: Array("X-More: and more of it\r\n".utf8))
    ),
    web(
      14,
      "bomb of chunks",
      HostileStream(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        repeating: Array(String(repeating: "1\r\nA\r\n", count: 500).utf8)
      )
    ),
    web(
      15,
      "chunk of all the memory",
      HostileStream(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFF0\r\nA"
      )
    ),
    web(
      16,
      "redirect to another host",
      HTTPService(missing: .redirect(to: "http://192.168.77.1/stolen"))
    ),
    web(17, "redirect in circles", HTTPService(missing: .redirect(to: "/"))),
    web(
      18,
      "status line without end",
      HostileStream(
        "HTTP/1.1 200 ",
        repeating: .init(
          repeating: 0x20,
          count: 4096
        )
      )
    ),
    web(
      19,
      "markup and control characters",
      HTTPService(
        server: "\u{1B}]0;owned\u{7}\u{202E}",
        ["/": .page(title: "&lt;img src=x onerror=alert(1)&gt;\u{1B}[2J\u{202E}gpj\u{0}")]
      )
    ),
  ]
}

extension SimulatedHome {
  /// A sensor whose names attack whatever displays them: pages, terminals, readers.
  fileprivate static let hostileNames: [SimulatedDevice] = [
    SimulatedDevice(
      label: "Sensor with a script for a name",
      mac: .mac(0xC44F_33B9_A0E5),
      address: .home(120),
      mdnsHost: "esp-b9a0e5.local",
      services: [
        .service(
          "_http._tcp",
          "<img src=x onerror=alert(1)>",
          on: "esp-b9a0e5.local",
          port: 80,
          ["note": "\u{1B}[31mred\u{1B}[0m", "path": "/\"><script>alert(2)</script>"]
        )
      ],
      dnsName: "esp-b9a0e5.fritz.box",
      listeners: Listener.serving(
        80,
        HTTPService(
          server: "\u{1B}[2Jsensor",
          [
            "/": .page(
              title: "&lt;script&gt;alert(3)&lt;/script&gt;\u{202E}rosnes\u{1B}[31m",
              "<script>alert(4)</script>"
            )
          ]
        )
      ),
      category: .smartHome
    )
  ]
}

extension SimulatedDevice {
  /// A device at that address with these ports.
  static func hostile(
    _ last: UInt8,
    _ label: String,
    ssdp: [SSDPAnnouncement] = [],
    listeners: [Listener] = [],
    datagrams: [DatagramService] = []
  ) -> SimulatedDevice {
    SimulatedDevice(
      label: label,
      mac: .mac(0xC44F_3300_0000 | UInt64(last)),
      address: .home(last),
      ssdp: ssdp,
      listeners: listeners,
      datagrams: datagrams
    )
  }
}

extension SimulatedHome {
  /// Descriptions, objects and property lists that grow when they are read.
  static let hostileDocuments: [SimulatedDevice] = [
    described(20, "entity bomb", .text(entityBomb, type: "text/xml")),
    described(
      21,
      "deep description",
      .xml(String(repeating: "<device>", count: 8000) + "<friendlyName>deep</friendlyName>")
    ),
    described(
      22,
      "description of a file",
      .text(
        "<?xml version=\"1.0\"?><!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
          + "<root><device><friendlyName>&x;</friendlyName></device></root>",
        type: "text/xml"
      )
    ),
    cast(23, "deep JSON", .json(String(repeating: "{\"name\":[", count: 15_000))),
    cast(
      24,
      "endless name",
      .json("{\"name\":\"" + String(repeating: "name", count: 200_000) + "\"}")
    ),
    airPlay(
      25,
      "property list that holds itself",
      .bytes(selfReferring, type: "application/x-apple-binary-plist")
    ),
    airPlay(
      26,
      "deep property list",
      .text("<plist>" + String(repeating: "<array>", count: 30_000), type: "text/x-apple-plist+xml")
    ),
    airPlay(
      27,
      "property list of lies",
      .bytes(
        Array("bplist00".utf8) + Array(repeating: 0xDF, count: 64)
          + Array(repeating: 0xFF, count: 32),
        type: "application/x-apple-binary-plist"
      )
    ),
  ]

  private static func described(
    _ last: UInt8,
    _ label: String,
    _ page: HTTPService.Reply
  ) -> SimulatedDevice {
    .hostile(
      last,
      label,
      ssdp: SSDPAnnouncement.rootDevice(
        uuid: "00000000-0000-4000-8000-0000000000\(last)",
        type: "urn:schemas-upnp-org:device:Basic:1",
        server: "Hostile/1.0 UPnP/1.0",
        path: "80/description.xml"
      ),
      listeners: Listener.serving(80, HTTPService(["/description.xml": page]))
    )
  }

  private static func cast(
    _ last: UInt8,
    _ label: String,
    _ page: HTTPService.Reply
  ) -> SimulatedDevice {
    .hostile(
      last,
      label,
      listeners: Listener.serving(8008, HTTPService(["/setup/eureka_info": page]))
        + Listener.silent(8009)
    )
  }

  private static func airPlay(
    _ last: UInt8,
    _ label: String,
    _ page: HTTPService.Reply
  ) -> SimulatedDevice {
    .hostile(last, label, listeners: Listener.serving(7000, HTTPService(["/info": page])))
  }

  /// Ten to the ninth laughs.
  private static let entityBomb: String = {
    var text = "<?xml version=\"1.0\"?><!DOCTYPE root [<!ENTITY l0 \"ha\">"
    for level in 1..<10 {
      let inner = String(repeating: "&l\(level - 1);", count: 10)
      text += "<!ENTITY l\(level) \"\(inner)\">"
    }
    return text + "]><root><device><friendlyName>&l9;</friendlyName></device></root>"
  }()

  /// An array of two references to itself, and an object whose value it is.
  private static let selfReferring: [UInt8] = {
    var bytes = Array("bplist00".utf8)
    bytes += [0xD1, 1, 2, 0x51, 0x61, 0xA2, 2, 2]
    bytes += [8, 11, 13]
    bytes += [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [3, 0, 16] as [UInt64] { bytes.add(number) }
    return bytes
  }()
}
