import Testing
import Wire

@Suite struct PercentEncodingTests {
  @Test func `a segment stays one, and what may stand in it stays as it is`() {
    #expect(PercentEncoding.segment("a/b?c#d%é") == "a%2Fb%3Fc%23d%25%C3%A9")
    #expect(PercentEncoding.segment("!r:x.lan") == "!r:x.lan")
    #expect(PercentEncoding.segment("\n \u{7F}") == "%0A%20%7F")
    #expect(PercentEncoding.segment("") == "")
  }
}
