import Foundation
import Sealing
import Testing

/// `homenet ports` on the loopback of a sealed namespace.
@Suite(.sealed)
struct PortsCommandTests {
  /// A port that accepts and greets like an SSH server.
  private final class Greeter {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let bound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
            && getsockname(listener, pointer, &length) == 0
        }
      }
      try #require(bound)
      port = UInt16(bigEndian: address.sin_port)
      descriptor = listener
      Thread.detachNewThread {
        while true {
          let connection = accept(listener, nil, nil)
          guard connection >= 0 else { return }
          let greeting = Array("SSH-2.0-OpenSSH_9.6p1 Test-1\r\n".utf8)
          _ = send(connection, greeting, greeting.count, Int32(MSG_NOSIGNAL))
          close(connection)
        }
      }
    }

    deinit {
      shutdown(descriptor, Int32(SHUT_RDWR))
      close(descriptor)
    }
  }

  @Test(arguments: ["--connect", "--syn"])
  func `finds what listens, and says what it is`(method: String) throws {
    let greeter = try Greeter()
    let ending = try Command(
      "ports",
      "127.0.0.1",
      "-p",
      "1-1000,9100,\(greeter.port)",
      method,
      "--format",
      "json"
    ).run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try JSONSchema("homenet.ports-1.json").violations(in: ending.output) == [])
    let host = try #require(try JSON(parsing: ending.output).hosts.array.first)
    let ports = host.ports.array
    #expect(ports.map(\.port.number) == [Double(greeter.port)])
    #expect(ports.map(\.state.string) == ["open"] && ports.map(\.reason.string) == ["syn-ack"])
    #expect(ports.map(\.service.string) == ["ssh"])
    #expect(ports.map(\.service_method.string) == ["probed"])
    #expect(ports.map(\.version.string) == ["OpenSSH 9.6p1 Test-1"])
    #expect(host.counts.closed.number == 999 && host.counts.filtered.number == 0)
    #expect(host.expected_miss_rate.number == 0)
    #expect(host.state.string == "up")
    let spared = host.spared.array.flatMap(\.ports.array).compactMap(\.number)
    #expect(spared == [515, 9100])
    withExtendedLifetime(greeter) {}
  }

  @Test func `lists every port where all are asked for`() throws {
    let ending = try Command("ports", "::1", "-p", "20-29", "--all", "--format", "json").run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try JSONSchema("homenet.ports-1.json").violations(in: ending.output) == [])
    let host = try #require(try JSON(parsing: ending.output).hosts.array.first)
    #expect(host.ports.array.map(\.state.string) == Array(repeating: "closed", count: 10))
  }

  @Test func `shows people a table`() throws {
    let greeter = try Greeter()
    let ending = try Command("ports", "127.0.0.1", "-p", "\(greeter.port),1,2,3").run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.lines.first == "127.0.0.1")
    #expect(ending.output.contains("\(greeter.port)/tcp"))
    #expect(ending.output.contains("OpenSSH 9.6p1 Test-1"))
    #expect(ending.output.contains("1 open, 3 closed, 0 filtered; none missed"))
    withExtendedLifetime(greeter) {}
  }

  @Test func `marks a service that the port's number alone suggests`() throws {
    let words = ["ports", "127.0.0.1", "-p", "22,29", "--all"]
    var command = Command()
    command.arguments = words
    let row = try #require(try command.run().lines.first { $0.hasPrefix("22/tcp") })
    #expect(row.split(separator: " ").contains("ssh?"), "\(row)")
    command.arguments += ["--format", "json"]
    let json = try command.run()
    #expect(try JSONSchema("homenet.ports-1.json").violations(in: json.output) == [])
    let host = try #require(try JSON(parsing: json.output).hosts.array.first)
    #expect(host.ports.array.map(\.service_method.string) == ["table", nil])
  }

  @Test func `asks nothing of raw printing ports, and expects to miss nothing`() throws {
    let ending = try Command("ports", "127.0.0.1", "-p", "9100").run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.contains("no port was asked\n"), "\(ending.output)")
    #expect(ending.output.contains("not asked: 9100: what is sent there gets printed"))
    #expect(!ending.output.contains("miss"))
    let json = try Command("ports", "127.0.0.1", "-p", "9100", "--format", "json").run()
    #expect(try JSONSchema("homenet.ports-1.json").violations(in: json.output) == [])
    let host = try #require(try JSON(parsing: json.output).hosts.array.first)
    #expect(host.expected_miss_rate.number == 0)
  }

  /// A UDP port that answers whatever comes in the same way.
  private final class Answerer {
    private let descriptor: Int32

    init(port: UInt16, answer: [UInt8]) throws {
      let listener = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let bound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
      }
      try #require(bound)
      descriptor = listener
      Thread.detachNewThread {
        while true {
          var sender = sockaddr_in()
          var length = socklen_t(MemoryLayout<sockaddr_in>.size)
          var bytes = [UInt8](repeating: 0, count: 2048)
          let isHeard = withUnsafeMutablePointer(to: &sender) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { sender in
              guard recvfrom(listener, &bytes, bytes.count, 0, sender, &length) > 0 else {
                return false
              }
              return sendto(listener, answer, answer.count, 0, sender, length) >= 0
            }
          }
          guard isHeard else { return }
        }
      }
    }

    deinit {
      shutdown(descriptor, Int32(SHUT_RDWR))
      close(descriptor)
    }
  }

  @Test func `asks UDP ports, and says what answers`() throws {
    let software = Array("Coturn-4.6.1".utf8)
    let stun =
      [1, 1, 0, UInt8(4 + software.count), 0x21, 0x12, 0xA4, 0x42] + Array("homenet-stun".utf8)
      + [0x80, 0x22, 0, UInt8(software.count)] + software
    let answerer = try Answerer(port: 3478, answer: stun)
    let words = ["ports", "127.0.0.1", "--udp", "-p", "3478,4000-4019"]
    var command = Command()
    command.arguments = words + ["--format", "json"]
    let ending = try command.run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try JSONSchema("homenet.ports-1.json").violations(in: ending.output) == [])
    let host = try #require(try JSON(parsing: ending.output).hosts.array.first)
    #expect(host.method.string == "udp" && host.state.string == "up")
    let ports = host.ports.array
    #expect(ports.map(\.port.number) == [3478] && ports.map(\.state.string) == ["open"])
    #expect(ports.map(\.service.string) == ["stun"])
    #expect(ports.map(\.version.string) == ["Coturn-4.6.1"])
    #expect(host.counts.closed.number == 20 && host.counts.open_filtered.number == 0)
    command.arguments = words
    let text = try command.run()
    #expect(text.lines.contains { $0.hasPrefix("3478/udp") && $0.contains("Coturn-4.6.1") })
    #expect(text.output.contains("1 open, 20 closed, 0 filtered"), "\(text.output)")
    withExtendedLifetime(answerer) {}
  }

  @Test func `says that this machine has no way there`() throws {
    let ending = try Command("ports", "192.0.2.1", "-p", "80").run()
    #expect(ending.status == 3)
    #expect(ending.errors.contains("no route") || ending.errors.contains("101"), "\(ending.errors)")
  }

  @Test func `ends with what it knows when it is interrupted`() throws {
    let ending = try Command(
      "ports",
      "127.0.0.1",
      "-p",
      "1-5000",
      "--rate",
      "200",
      "--format",
      "json"
    ).run(signal: SIGINT, after: 3)
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.seconds < 18, "not the 25 that the ports take")
    let report = try JSON(parsing: ending.output)
    #expect(report.interrupted.bool == true)
    let counts = try #require(report.hosts.array.first).counts
    #expect((counts.closed.number ?? 0) > 20 && (counts.unasked.number ?? 0) > 3000)
    #expect(try JSONSchema("homenet.ports-1.json").violations(in: ending.output) == [])
  }

  @Test(arguments: [
    (["ports"], "host"), (["ports", "127.0.0.1", "-p", "0"], "'0' is not a port"),
    (["ports", "127.0.0.1", "--max-miss-rate", "2"], "between 0 and 1"),
    (["ports", "127.0.0.1", "--retries", "99"], "--retries is 0 to 15"),
    (["ports", "127.0.0.1", "--syn", "--connect"], "exclude each other"),
    (["ports", "::1", "-4"], "IPv4"),
    (["ports", "127.0.0.1", "--udp", "--syn"], "not for --udp"),
    (["ports", "127.0.0.1", "--max-time", "5s"], "is for --udp"),
  ])
  func `a mistake is one clear line`(arguments: [String], words: String) throws {
    var command = Command()
    command.arguments = arguments
    let ending = try command.run()
    #expect(ending.status == 2)
    #expect(ending.errors.contains(words), "\(ending.errors)")
  }
}
