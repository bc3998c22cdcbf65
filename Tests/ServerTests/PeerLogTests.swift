import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import Networking
import Sealing
import Testing
import Wire

@testable import Server

@Suite struct `What peers are refused` {
  private let start = ContinuousClock.now
  private let one = IPAddress("192.168.1.9")

  @Test func `is a line at once, then one a minute with counts`() {
    var events = PeerEvents()
    #expect(
      events.note(.wrongPassword, from: one, now: start)
        == PeerEvents.Line(peer: "192.168.1.9", kind: .wrongPassword)
    )
    for _ in 0..<4 { #expect(events.note(.wrongPassword, from: one, now: start) == nil) }
    #expect(
      events.note(.tooManyAttempts, from: one, now: start)
        == PeerEvents.Line(peer: "192.168.1.9", kind: .tooManyAttempts)
    )
    for _ in 0..<9000 { #expect(events.note(.tooManyAttempts, from: one, now: start) == nil) }
    #expect(events.due(now: start + .seconds(59)).isEmpty)
    #expect(
      events.due(now: start + .seconds(60)) == [
        PeerEvents.Line(peer: "192.168.1.9", kind: .tooManyAttempts, count: 9000),
        PeerEvents.Line(peer: "192.168.1.9", kind: .wrongPassword, count: 4),
      ]
    )
    // Who goes on has no line at once again; who stops is forgotten.
    #expect(events.note(.wrongPassword, from: one, now: start + .seconds(61)) == nil)
    #expect(events.due(now: start + .seconds(120)).count == 1)
    #expect(events.due(now: start + .seconds(180)).isEmpty)
    #expect(events.peerCount == 0)
  }

  @Test func `says why requests failed, whatever the peer was refused before`() {
    var events = PeerEvents()
    _ = events.note(.wrongPassword, from: one, now: start)
    #expect(
      events.note(.requestFailed, from: one, error: "disk full", now: start + .seconds(1))
        == PeerEvents.Line(peer: "192.168.1.9", kind: .requestFailed, error: "disk full")
    )
    for error in ["disk full", "bad file"] {
      #expect(events.note(.requestFailed, from: one, error: error, now: start) == nil)
    }
    #expect(
      events.due(now: start + .seconds(61)) == [
        PeerEvents.Line(peer: "192.168.1.9", kind: .requestFailed, count: 2, error: "bad file")
      ]
    )
    // The next minute's cause is not the last one's.
    #expect(events.note(.requestFailed, from: one, now: start + .seconds(62)) == nil)
    let next = events.due(now: start + .seconds(121))
    #expect(next.count == 1 && next.first?.error == nil)
  }

  @Test func `is told of a bounded number of peers, and of all others together`() {
    var events = PeerEvents()
    var lines = 0
    for index in 0..<5000 {
      let peer = IPAddress.v4(IPv4Address(rawValue: UInt32(index)))
      if events.note(.wrongPassword, from: peer, now: start) != nil { lines += 1 }
    }
    #expect(lines == PeerEvents.mostPeers + 1 && events.peerCount == lines)
    let due = events.due(now: start + .seconds(60))
    #expect(due.map(\.peer) == ["others"])
    #expect(due.first?.kind == .wrongPassword && due.first?.count == 5000 - lines)
  }

  @Test func `tells the devices of a home's /64 apart`() {
    var events = PeerEvents()
    for peer in ["2001:db8::1", "2001:db8::2", "::1"] {
      let line = events.note(.wrongPassword, from: IPAddress(peer), now: start)
      #expect(line?.peer == peer)
    }
  }

  @Test func `is written with the number and the last error`() async throws {
    let recorder = LogRecorder()
    let log = PeerLog(recorder.logger)
    log.note(.wrongPassword, from: one)
    for number in 1...3 { log.note(.requestFailed, from: one, error: Failure(number: number)) }
    // It ends at once, and writes what was counted.
    let run = Task { try await log.run() }
    run.cancel()
    try await run.value
    #expect(
      recorder.lines.map { $0.message } == [
        "wrong password [\"peer\": 192.168.1.9]",
        "request failed [\"error\": number 1, \"peer\": 192.168.1.9]",
        "request failed [\"error\": number 3, \"more\": 2, \"peer\": 192.168.1.9]",
      ]
    )
  }

  private struct Failure: Error, CustomStringConvertible {
    var number: Int
    var description: String { "number \(number)" }
  }

  @Test func `doesn't fill the log with failed attempts to log in`() async throws {
    let recorder = LogRecorder()
    let file = try TestServer.passwordFile()
    let server = try TestServer.make(password: file, logger: recorder.logger)
    try await server.application.test(.router) { client async throws in
      for _ in 0..<200 {
        _ = try await client.send(.post, "/api/v1/session", #"{"password":"x"}"#)
      }
    }
    // Wrong passwords, then too many attempts.
    #expect(recorder.lines.count { $0.level >= .notice } == 2)
  }
}

/// These open sockets on loopback, so they run in a sealed namespace only.
@Suite(.sealed, .timeLimit(.minutes(1)))
struct `A request that is no HTTP` {
  @Test(arguments: ["zz\r\n", "-1\r\n", "FFFFFFFFFFFFFFFFF\r\n", "1\r\nxyz\r\n"])
  func `is the client's fault, and none of the server's`(chunk: String) async throws {
    let recorder = LogRecorder()
    try await TestServer.live(logger: recorder.logger) { port in
      let client = try await RawConnection(port: port)
      try await client.send(
        "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n\(chunk)"
      )
      let heard = await client.hear { $0.contains("\r\n\r\n") }
      #expect(heard.hasPrefix("HTTP/1.1 400 "))
      await client.closed()
    }
    #expect(recorder.lines.allSatisfy { $0.level < .notice }, "\(recorder.lines)")
  }
}

/// Keeps what is logged.
private final class LogRecorder: Sendable {
  private let kept = Lock<[(level: Logger.Level, message: String)]>([])

  var lines: [(level: Logger.Level, message: String)] { kept.withLock { $0 } }

  var logger: Logger {
    Logger(label: "test") { _ in Handler(recorder: self) }
  }

  private struct Handler: LogHandler {
    let recorder: LogRecorder
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let values = (event.metadata ?? [:]).sorted { $0.key < $1.key }
      let line =
        "\(event.message) ["
        + values.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "]"
      recorder.kept.withLock { $0.append((event.level, line)) }
    }
  }
}
