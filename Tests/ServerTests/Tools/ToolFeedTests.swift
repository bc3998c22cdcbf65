import NIOCore
import Testing

@testable import Server

@Suite struct `What a tool tells` {
  private static func lines(_ feed: ToolFeed) -> [String] {
    feed.take().map { String(buffer: $0) }
  }

  @Test func `waits as lines, in order`() {
    let feed = ToolFeed()
    feed.tell(["a": 1])
    feed.tell(["a": 2])
    feed.end("report", Array("{}".utf8))
    #expect(
      Self.lines(feed) == [
        "{\"progress\":{\"a\":1}}\n", "{\"progress\":{\"a\":2}}\n", "{\"report\":{}}\n",
      ]
    )
    #expect(Self.lines(feed) == [])
  }

  @Test func `is bounded in lines: the oldest go, the report stays`() {
    let feed = ToolFeed()
    for number in 0..<1000 { feed.tell(["n": number]) }
    feed.end("report", Array("{}".utf8))
    let lines = Self.lines(feed)
    #expect(lines.count == 257)
    #expect(lines.first == "{\"progress\":{\"n\":744}}\n")
    #expect(lines.last == "{\"report\":{}}\n")
  }

  @Test func `is bounded in bytes, and one that is too large alone is left out`() {
    let feed = ToolFeed()
    let large = String(repeating: "x", count: 40_000)
    for number in 0..<20 { feed.tell(["n\(number)": large]) }
    feed.tell(["n": String(repeating: "x", count: 200_000)])
    let lines = Self.lines(feed)
    #expect(lines.count == 3)
    #expect(lines.last?.hasPrefix("{\"progress\":{\"n19\"") == true)
  }

  @Test func `is over after the last line, and the first last line counts`() {
    let feed = ToolFeed()
    feed.end("error", Array("{}".utf8))
    feed.end("report", Array("{}".utf8))
    feed.tell(["late": 1])
    feed.beat()
    #expect(Self.lines(feed) == ["{\"error\":{}}\n"])
  }

  @Test func `gives signs of life only where nothing else waits`() {
    let feed = ToolFeed()
    feed.beat()
    feed.beat()
    #expect(Self.lines(feed) == ["{\"progress\":null}\n"])
    feed.tell(["a": 1])
    feed.beat()
    #expect(Self.lines(feed) == ["{\"progress\":{\"a\":1}}\n"])
  }

  @Test func `is forgotten when nobody listens any more`() async {
    let feed = ToolFeed()
    feed.tell(["a": 1])
    feed.abandon()
    feed.end("report", Array("{}".utf8))
    #expect(Self.lines(feed) == [])
    for await _ in feed.bell {}
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
