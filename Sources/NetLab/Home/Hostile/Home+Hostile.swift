import Model

private typealias Listener = SimulatedDevice.Listener

extension SimulatedHome {
  /// Devices whose answers mean harm, behind a router like any other.
  ///
  /// Asking each must end in bounded time and memory, with nothing wrong believed.
  public static let hostile = SimulatedHome(
    devices: standard.devices.filter(\.isRouter) + hostilePages + hostileDocuments
      + hostileProtocols
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
