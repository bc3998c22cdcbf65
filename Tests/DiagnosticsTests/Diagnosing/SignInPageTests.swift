import Testing

@testable import Diagnostics

@Suite struct `A page to sign in on` {
  @Test(arguments: [
    (#"<FORM action=/x><input name=p TYPE="password"></form>"#, true),
    ("<form><button>Accept the terms</button></form>", true),
    ("<html><!-- <WISPAccessGatewayParam><Redirect/></WISPAccessGatewayParam> --></html>", true),
    ("<form action=/search><input name=q></form>", false),
    ("<p>The login of a printer is described here.</p>", false),
    ("", false),
  ])
  func `is told by its form`(page: String, isOne: Bool) {
    #expect(SignInPage.isOne(Array(page.utf8)) == isOne)
  }

  @Test func `is looked for in the content alone`() {
    var exchange = HTTPGetProtocol(host: "a.test")
    _ = exchange.receive(Array("HTTP/1.1 200 OK\r\nX: <form login\r\n\r\n<p>Hello</p>".utf8))
    #expect(!exchange.isSignIn)
    _ = exchange.receive(Array("<form>login</form>".utf8))
    #expect(exchange.isSignIn)
  }
}
