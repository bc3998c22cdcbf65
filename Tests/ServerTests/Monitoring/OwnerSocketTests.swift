import Foundation
import Glibc
import NIOCore
import NIOPosix
import Sealing
import Simulation
import Testing

@testable import Server

/// These open sockets, so they run in a sealed namespace only.
@Suite(.sealed, .serialized, .timeLimit(.minutes(2)))
struct `The owner's socket` {
  private static let request =
    "GET /api/v1/monitors HTTP/1.1\r\nHost: homenet\r\nConnection: close\r\n\r\n"

  /// A path that is short enough for a socket.
  private static func newPath() throws -> String {
    let directory = "/tmp/homenet-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
    return directory + "/control.sock"
  }

  private static func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: NSString(string: path).deletingLastPathComponent)
  }

  /// What the server answers there; it closes the connection after it.
  private static func ask(_ path: String) async throws -> String {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(unixDomainSocketPath: path) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: request))
      var heard = ""
      for try await part in inbound { heard += String(buffer: part) }
      return heard
    }
  }

  @Test func `needs no password, while others do`() async throws {
    let path = try Self.newPath()
    defer { Self.remove(path) }
    try await TestServer.live(
      monitoring: GeneratedMonitors(),
      ownerSocket: path,
      password: try TestServer.passwordFile()
    ) { port in
      let answers = await eventually { try await Self.ask(path).hasPrefix("HTTP/1.1 ") }
      #expect(answers)
      let own = try await Self.ask(path)
      #expect(own.hasPrefix("HTTP/1.1 200 OK\r\n") && own.contains(#""id":"nas""#))
      let other = try await RawConnection(port: port)
      try await other.send(
        "GET /api/v1/monitors HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      )
      let refused = await other.hear()
      #expect(refused.hasPrefix("HTTP/1.1 401 Unauthorized\r\n"))
    }
  }

  @Test func `is its owner's alone, and goes with the server`() async throws {
    let path = try Self.newPath()
    defer { Self.remove(path) }
    try await TestServer.live(monitoring: GeneratedMonitors(), ownerSocket: path) { _ in
      let isOwners = await eventually {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return attributes[.posixPermissions] as? Int == 0o600
      }
      #expect(isOwners)
    }
    // Nor is the directory left in which it was made.
    let directory = NSString(string: path).deletingLastPathComponent
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
  }

  @Test func `takes the place of one that a crash left behind`() async throws {
    let path = try Self.newPath()
    defer { Self.remove(path) }
    let stale = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(unixDomainSocketPath: path).get()
    // Closing it removes its file, which a crash doesn't.
    try FileManager.default.linkItem(atPath: path, toPath: path + ".left")
    try await stale.close()
    try FileManager.default.moveItem(atPath: path + ".left", toPath: path)
    #expect(FileManager.default.fileExists(atPath: path))
    try await TestServer.live(monitoring: GeneratedMonitors(), ownerSocket: path) { _ in
      let answers = await eventually { try await Self.ask(path).contains("200 OK") }
      #expect(answers)
    }
  }

  @Test func `leaves a file of that name alone`() async throws {
    let path = try Self.newPath()
    defer { Self.remove(path) }
    try "mine".write(toFile: path, atomically: false, encoding: .utf8)
    try await TestServer.live(monitoring: GeneratedMonitors(), ownerSocket: path) { port in
      let client = try await RawConnection(port: port)
      try await client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      let answer = await client.hear()
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test func `that another server made stays when this one ends`() throws {
    let path = try Self.newPath()
    defer { Self.remove(path) }
    let (first, second) = (OwnerSocketPlace(path), OwnerSocketPlace(path))
    for place in [first, second] {
      try place.prepare()
      try #require(mknod(place.hidden, S_IFSOCK | 0o755, 0) == 0)
      try place.publish()
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    first.remove()
    #expect(FileManager.default.fileExists(atPath: path))
    second.remove()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `with too long a path doesn't keep the server from its work`() async throws {
    let short = try Self.newPath()
    defer { Self.remove(short) }
    let path = short + String(repeating: "x", count: 100)
    try await TestServer.live(monitoring: GeneratedMonitors(), ownerSocket: path) { port in
      let client = try await RawConnection(port: port)
      try await client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      let answer = await client.hear()
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }
}
