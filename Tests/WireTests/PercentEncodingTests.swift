import Testing
import Wire

@Suite struct PercentEncodingTests {
  @Test func `a segment stays one, and what may stand in it stays as it is`() {
    #expect(PercentEncoding.segment("a/b?c#d%é") == "a%2Fb%3Fc%23d%25%C3%A9")
    #expect(PercentEncoding.segment("!r:x.lan") == "!r:x.lan")
    #expect(PercentEncoding.segment("\n \u{7F}") == "%0A%20%7F")
    #expect(PercentEncoding.segment("") == "")
  }

  @Test func `a value of a query keeps only what is never reserved`() {
    #expect(PercentEncoding.queryValue("a b/ä?") == "a%20b%2F%C3%A4%3F")
    #expect(PercentEncoding.queryValue("a&b=c+d:@;,") == "a%26b%3Dc%2Bd%3A%40%3B%2C")
    #expect(PercentEncoding.queryValue("nas-1_x.~") == "nas-1_x.~")
  }
}
