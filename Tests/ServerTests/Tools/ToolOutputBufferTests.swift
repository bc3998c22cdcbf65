import NIOCore
import Testing

@testable import Server

@Suite struct `A tool's output buffer` {
  private static func lines(_ output: ToolOutputBuffer) -> [String] {
    output.drain().map { String(buffer: $0) }
  }

  @Test func `keeps lines in order`() {
    let output = ToolOutputBuffer()
    output.append(["a": 1])
    output.append(["a": 2])
    output.finish("report", Array("{}".utf8))
    #expect(
      Self.lines(output) == [
        "{\"progress\":{\"a\":1}}\n", "{\"progress\":{\"a\":2}}\n", "{\"report\":{}}\n",
      ]
    )
    #expect(Self.lines(output) == [])
  }

  @Test func `is bounded in lines: the oldest go, the report stays`() {
    let output = ToolOutputBuffer()
    for number in 0..<1000 { output.append(["n": number]) }
    output.finish("report", Array("{}".utf8))
    let lines = Self.lines(output)
    #expect(lines.count == 257)
    #expect(lines.first == "{\"progress\":{\"n\":744}}\n")
    #expect(lines.last == "{\"report\":{}}\n")
  }

  @Test func `is bounded in bytes, and one that is too large alone is left out`() {
    let output = ToolOutputBuffer()
    let large = String(repeating: "x", count: 40_000)
    for number in 0..<20 { output.append(["n\(number)": large]) }
    output.append(["n": String(repeating: "x", count: 200_000)])
    let lines = Self.lines(output)
    #expect(lines.count == 3)
    #expect(lines.last?.hasPrefix("{\"progress\":{\"n19\"") == true)
  }

  @Test func `is over after the last line, and the first last line counts`() {
    let output = ToolOutputBuffer()
    output.finish("error", Array("{}".utf8))
    output.finish("report", Array("{}".utf8))
    output.append(["late": 1])
    output.appendHeartbeat()
    #expect(Self.lines(output) == ["{\"error\":{}}\n"])
  }

  @Test func `takes heartbeats only where nothing else waits`() {
    let output = ToolOutputBuffer()
    output.appendHeartbeat()
    output.appendHeartbeat()
    #expect(Self.lines(output) == ["{\"progress\":null}\n"])
    output.append(["a": 1])
    output.appendHeartbeat()
    #expect(Self.lines(output) == ["{\"progress\":{\"a\":1}}\n"])
  }

  @Test func `is dropped when the client is gone`() async {
    let output = ToolOutputBuffer()
    output.append(["a": 1])
    output.abandon()
    output.finish("report", Array("{}".utf8))
    #expect(Self.lines(output) == [])
    for await _ in output.wakeups {}
  }
}

@Suite struct `The limit of tools that run at one time` {
  @Test func `gives out so many permits, and each again when nobody holds it`() {
    let limiter = ConcurrencyLimiter(limit: 2)
    var permits = [limiter.acquire(), limiter.acquire()]
    #expect(permits.allSatisfy { $0 != nil })
    #expect(limiter.acquire() == nil)
    permits.removeLast()
    let next = limiter.acquire()
    #expect(next != nil)
    withExtendedLifetime((permits, next)) {}
  }
}
