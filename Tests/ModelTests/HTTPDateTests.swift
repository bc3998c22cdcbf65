import Model
import Testing

@Suite struct `A date of HTTP` {
  @Test func `is read in its present form alone`() {
    let time = Timestamp("1994-11-06T08:49:37Z")
    #expect(Timestamp(httpDate: "Sun, 06 Nov 1994 08:49:37 GMT") == time && time != nil)
  }

  @Test(arguments: [
    "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37",
    "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Xxx 1994 08:49:37 GMT",
    "Sun, 66 Nov 1994 08:49:37 GMT",
  ])
  func `is none in other words`(text: String) {
    #expect(Timestamp(httpDate: text) == nil)
  }
}
