import Foundation
import Model
import Sealing
import Testing

@testable import Server

/// These open sockets on loopback, so they run in a sealed namespace only.
@Suite(.sealed, .serialized, .timeLimit(.minutes(2)))
struct `A tool that runs` {
  private static func ask(_ client: RawConnection, _ tool: String, _ body: String = "{}")
    async throws
  {
    try await client.send(
      "POST /api/v1/tools/\(tool) HTTP/1.1\r\nHost: localhost\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    )
  }

  private static func start(_ port: Int, _ tool: String, isReading: Bool = true) async throws
    -> RawConnection
  {
    let client = try await RawConnection(port: port, isReading: isReading)
    try await ask(client, tool)
    return client
  }

  /// The lines of JSON in what was heard.
  private static func lines(_ heard: String) -> [String] {
    heard.utf8.split { $0 == 10 || $0 == 13 }.map { String(decoding: $0, as: UTF8.self) }
      .filter { $0.hasPrefix("{") }
  }

  private static func eventually(_ condition: () async -> Bool) async -> Bool {
    for _ in 0..<1000 {
      if await condition() { return true }
      try? await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  @Test func `tells progress line by line, and last its report`() async throws {
    let staged = StagedTool()
    try await TestServer.live(tools: [staged.quick(3)]) { port in
      let heard = await (try Self.start(port, "quick")).hear()
      #expect(heard.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(heard.lowercased().contains("content-type: application/x-ndjson"))
      #expect(
        Self.lines(heard) == [
          #"{"progress":{"padding":"","step":0}}"#, #"{"progress":{"padding":"","step":1}}"#,
          #"{"progress":{"padding":"","step":2}}"#, #"{"report":{"interrupted":false,"steps":3}}"#,
        ]
      )
    }
  }

  @Test func `gets what was asked, and what stands where nothing was`() async throws {
    try await TestServer.live(tools: [everyOption]) { port in
      let client = try await RawConnection(port: port)
      let body = #"{"hosts":" a ","seconds":1.5,"whole":null,"text":"x"}"#
      try await Self.ask(client, "everything", body)
      let heard = await client.hear()
      #expect(
        Self.lines(heard) == [
          #"{"report":{"choice":"a","flag":true,"hosts":["a"],"seconds":1.5,"whole":4}}"#
        ]
      )
    }
  }

  @Test func `says what is wrong as a problem in the last line`() async throws {
    try await TestServer.live(tools: [StagedTool().failing]) { port in
      let heard = await (try Self.start(port, "failing")).hear()
      #expect(
        Self.lines(heard) == [
          #"{"error":{"detail":"Nobody \"there\".","status":403,"title":"Forbidden","#
            + #""type":"about:blank"}}"#
        ]
      )
    }
  }

  @Test func `a problem is a code with values beside its words`() async throws {
    let failing = ServedTool("failing", []) { _ throws(ToolFailure) in
      { _ throws(ToolFailure) in throw .refused(Message(.errorReserved, ["address": "240.0.0.1"])) }
    }
    try await TestServer.live(tools: [failing]) { port in
      let heard = await (try Self.start(port, "failing")).hear()
      #expect(
        Self.lines(heard) == [
          #"{"error":{"code":"error.reserved","detail":"240.0.0.1 is reserved.","status":403,"#
            + #""title":"Forbidden","type":"about:blank","values":{"address":"240.0.0.1"}}}"#
        ]
      )
    }
  }

  @Test func `ends when its client goes, and its seat is free`() async throws {
    let staged = StagedTool()
    var limits = ToolRoutes.Limits()
    limits.concurrentRuns = 1
    limits.heartbeat = .milliseconds(50)
    try await TestServer.live(tools: [staged.patient], toolLimits: limits) { port in
      for run in 1...3 {
        var heard = ""
        // The seat is free a moment after the tool has seen that it is cancelled.
        while !heard.contains("progress") {
          let client = try await Self.start(port, "patient")
          heard = await client.hear { $0.contains("progress") || $0.contains("Retry-After") }
          await client.close()
        }
        #expect(await Self.eventually { staged.cancelled == run })
      }
      #expect(staged.runs == 3)
    }
  }

  @Test func `leaves no seat beyond so many`() async throws {
    let staged = StagedTool()
    try await TestServer.live(tools: [staged.patient]) { port in
      var clients: [RawConnection] = []
      for _ in 0..<4 {
        clients.append(try await Self.start(port, "patient"))
        let (last, count) = (clients[clients.count - 1], clients.count)
        _ = await last.hear { $0.contains("progress") }
        #expect(staged.runs == count)
      }
      let fifth = try await Self.start(port, "patient")
      let heard = await fifth.hear { $0.contains("}") }
      #expect(heard.hasPrefix("HTTP/1.1 429"))
      #expect(heard.lowercased().contains("retry-after: 5"))
      #expect(heard.contains("application/problem+json"))
      #expect(staged.runs == 4)
      for client in clients { await client.close() }
    }
  }

  @Test func `reports what it has when its time is up`() async throws {
    var limits = ToolRoutes.Limits()
    limits.time = .milliseconds(200)
    try await TestServer.live(tools: [StagedTool().patient], toolLimits: limits) { port in
      let heard = await (try Self.start(port, "patient")).hear()
      #expect(Self.lines(heard).last == #"{"report":{"interrupted":true,"steps":1}}"#)
    }
  }

  @Test func `is given up where it comes to no end`() async throws {
    var limits = ToolRoutes.Limits()
    limits.time = .milliseconds(100)
    limits.grace = .milliseconds(100)
    limits.concurrentRuns = 1
    let staged = StagedTool()
    try await TestServer.live(tools: [staged.stubborn], toolLimits: limits) { port in
      let heard = await (try Self.start(port, "stubborn")).hear()
      #expect(Self.lines(heard).last?.contains(#""status":504"#) == true)
      // It still has its seat.
      let next = await (try Self.start(port, "stubborn")).hear { $0.contains("}") }
      #expect(next.hasPrefix("HTTP/1.1 429"))
      staged.release()
    }
  }

  @Test func `costs no more for a slow reader, who gets the report all the same`() async throws {
    let staged = StagedTool()
    // 40 MB of progress.
    try await TestServer.live(tools: [staged.quick(40_000, padding: 1000)]) { port in
      let client = try await Self.start(port, "quick", isReading: false)
      #expect(await Self.eventually { staged.finished == 1 })
      try await client.resume()
      let heard = await client.hear()
      #expect(heard.utf8.count < 1_000_000)
      #expect(Self.lines(heard).last == #"{"report":{"interrupted":false,"steps":40000}}"#)
    }
  }

  @Test func `gives signs of life, until its client is not welcome any more`() async throws {
    var limits = ToolRoutes.Limits()
    limits.heartbeat = .milliseconds(50)
    let file = try TestServer.passwordFile()
    let token = try file.makeToken(named: "script")
    let staged = StagedTool()
    try await TestServer.live(password: file, tools: [staged.patient], toolLimits: limits) { port in
      let client = try await RawConnection(port: port)
      try await client.send(
        "POST /api/v1/tools/patient HTTP/1.1\r\nHost: localhost\r\n"
          + "Authorization: Bearer \(token)\r\nContent-Type: application/json\r\n"
          + "Content-Length: 2\r\n\r\n{}"
      )
      let heard = await client.hear { $0.contains(#"{"progress":null}"#) }
      #expect(heard.contains(#"{"progress":null}"#))
      _ = try file.removeToken(named: "script")
      await client.closed()
      #expect(await Self.eventually { staged.cancelled == 1 })
    }
  }

  @Test func `doesn't hold up the server's end`() async throws {
    let staged = StagedTool()
    let clock = ContinuousClock()
    let ended = try await TestServer.live(tools: [staged.patient]) { port in
      let client = try await Self.start(port, "patient")
      _ = await client.hear { $0.contains("progress") }
      return clock.now
    }
    #expect(clock.now - ended < .seconds(20), "not the minute that it takes")
    #expect(await Self.eventually { staged.cancelled == 1 })
  }
}
