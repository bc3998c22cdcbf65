import DemoHome
import Simulation
import Testing

struct HTTPServiceTests {
  private let service = HTTPService(
    server: "Lab/1",
    [
      "/": .page(title: "Home"),
      "/away": .redirect(to: "http://{address}:5000/"),
      "/chunks": .text(String(repeating: "0123456789", count: 100)).chunked,
      "/secret": .unauthorised(realm: "box"),
      "/where": .json("{\"ip\":\"{address}\"}"),
      "/cm?cmnd=Status%200": .json("{}"),
      "POST /form": .text("thanks"),
    ]
  )

  private func get(_ target: String, _ more: String = "", method: String = "GET") -> String {
    var talk = Talk(service)
    return talk.say("\(method) \(target) HTTP/1.1\r\nHost: 192.168.77.9:80\r\n\(more)\r\n")
  }

  @Test func `pages are served by path and method`() {
    let page = get("/")
    #expect(page.hasPrefix("HTTP/1.1 200 OK\r\nServer: Lab/1\r\nContent-Type: text/html\r\n"))
    #expect(page.contains("<title>Home</title>"))
    #expect(get("/?a=b").hasPrefix("HTTP/1.1 200 "))
    #expect(get("/nothing").hasPrefix("HTTP/1.1 404 "))
    #expect(get("/form").hasPrefix("HTTP/1.1 405 "))
    #expect(get("/form", "Content-Length: 0\r\n", method: "POST").hasSuffix("\r\n\r\nthanks"))
    #expect(get("/cm?cmnd=Status%200").hasSuffix("\r\n\r\n{}"))
    #expect(get("/cm").hasPrefix("HTTP/1.1 404 "))
    #expect(get("/secret").contains("\r\nWWW-Authenticate: Basic realm=\"box\"\r\n"))
  }

  @Test func `the address that was asked stands in bodies and redirects`() {
    #expect(get("/where").hasSuffix("{\"ip\":\"192.168.77.9\"}"))
    #expect(get("/away").contains("\r\nLocation: http://192.168.77.9:5000/\r\n"))
  }

  @Test func `a head has the length and no body`() {
    let head = get("/where", method: "HEAD")
    #expect(head.hasSuffix("\r\n\r\n"))
    #expect(head.contains("\r\nContent-Length: 21\r\n"))
  }

  @Test func `chunks are for those who know them`() {
    let chunks = get("/chunks")
    #expect(chunks.contains("\r\nTransfer-Encoding: chunked\r\n"))
    #expect(chunks.contains("\r\n200\r\n0123456789") && chunks.hasSuffix("\r\n0\r\n\r\n"))
    var talk = Talk(service)
    let whole = talk.say("GET /chunks HTTP/1.0\r\n\r\n")
    #expect(whole.contains("\r\nContent-Length: 1000\r\n"))
    #expect(talk.isClosed)
  }

  @Test func `requests come in pieces or several at once, till one wants to close`() {
    var talk = Talk(service)
    #expect(talk.say("GET /where HT") == "")
    let two = talk.say(
      "TP/1.1\r\nHost: a\r\n\r\nPOST /form HTTP/1.1\r\nContent-Length: 3\r\n\r\nx="
    )
    #expect(two.hasSuffix("{\"ip\":\"a\"}") && !talk.isClosed)
    let rest = talk.say("1HEAD / HTTP/1.1\r\nConnection: close\r\n\r\nGET / HTTP/1.1\r\n\r\n")
    #expect(rest.contains("thanks") && rest.contains("Connection: close"))
    #expect(!rest.contains("<title>") && talk.isClosed)
  }

  @Test func `a request without end is not kept`() {
    var talk = Talk(service)
    talk.say(String(repeating: "a", count: 65_000))
    #expect(!talk.isClosed)
    talk.say(String(repeating: "a", count: 1000))
    #expect(talk.isClosed)
  }
}
