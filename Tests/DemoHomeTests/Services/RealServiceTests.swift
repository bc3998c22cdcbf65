import DemoHome
@testable import LinuxNetwork
import Glibc
import Networking
import Simulation
import Testing
import Wire

/// The services of a home in namespaces, asked by plain sockets.
@Suite(.serialized) struct RealServiceTests {
  /// Bytes for ever, as fast as they are taken.
  private struct Endless: ListenerService {
    func accept() -> any ServedConnection { StreamExchange() }

    struct StreamExchange: ServedConnection {
      mutating func begin() -> ServedStep { resume() }

      mutating func take(_ bytes: [UInt8]) -> ServedStep { .wait }

      mutating func resume() -> ServedStep {
        ServedStep(
          sending: Array(repeating: 0x41, count: 16_384),
          next: .resume(after: .zero)
        )
      }
    }
  }

  @Test func `pages, greetings and closings travel over real sockets`() throws {
    let home = try NamespacedHome()
    let (zone, missing, ssh) = try home.scannerNamespace.run { () throws(LocalFailure) in
      (
        Probing.exchange(
          "192.168.77.40",
          1400,
          sending: "GET /status/zp HTTP/1.1\r\nHost: 192.168.77.40\r\nConnection: close\r\n\r\n"
        ),
        Probing.exchange("192.168.77.70", 5000, sending: "GET /x HTTP/1.0\r\n\r\n"),
        Probing.exchange(
          "192.168.77.22",
          22,
          sending: "SSH-2.0-test\r\n",
          // It waits for what comes next: up to the message's number is enough.
          atMost: 28
        )
      )
    }
    let text = String(decoding: zone, as: UTF8.self)
    #expect(text.contains("<ZoneName>Bathroom</ZoneName>"))
    #expect(text.contains("<IPAddress>192.168.77.40</IPAddress>"))
    #expect(String(decoding: missing, as: UTF8.self).hasPrefix("HTTP/1.1 404 "))
    let greeting = Array("SSH-2.0-OpenSSH_9.6\r\n".utf8)
    #expect(ssh.starts(with: greeting))
    // A packet's length, its padding's, and SSH_MSG_KEXINIT.
    #expect(ssh.count > greeting.count + 6 && ssh[greeting.count + 5] == 20)
    #expect(home.counters.bytes[DeviceCounters.Port("Synology NAS", 5000)] == 19)
    #expect(home.counters.printedBytes == 0)
  }

  @Test func `an endless answer stops when nobody reads it, and harms nobody else`() throws {
    let endless = SimulatedDevice(
      label: "endless",
      mac: MACAddress(rawValue: 0x0200_0000_0009),
      address: IPv4Address(192, 168, 77, 9),
      listeners: [
        SimulatedDevice.Listener(port: 80, service: Endless()),
        SimulatedDevice.Listener(port: 81, service: HTTPService(["/": .text("fine")])),
      ]
    )
    let home = try NamespacedHome(SimulatedHome(devices: [endless]))
    let (much, other) = try home.scannerNamespace.run { () throws(LocalFailure) in
      (
        Probing.exchange("192.168.77.9", 80, sending: "", atMost: 1 << 20).count,
        Probing.exchange("192.168.77.9", 81, sending: "GET / HTTP/1.0\r\n\r\n")
      )
    }
    #expect(much >= 1 << 20)
    #expect(String(decoding: other, as: UTF8.self).hasSuffix("fine"))
  }
}
