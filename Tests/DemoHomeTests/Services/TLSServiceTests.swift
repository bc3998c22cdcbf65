import DemoHome
import NIOCore
import NIOEmbedded
import NIOSSL
import Simulation
import Testing
import Wire

struct TLSServiceTests {
  private let certificate = ServedCertificate(
    "nas",
    organisation: "Lab",
    names: ["nas.home.arpa"],
    addresses: [IPv4Address(192, 168, 77, 70)]
  )

  /// A client's side of TLS that looks at what it is shown, and trusts it.
  private func talk(
    to service: any ListenerService,
    saying text: String
  ) throws -> (answer: String, certificates: [NIOSSLCertificate]) {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.certificateVerification = .noHostnameVerification
    var shown: [NIOSSLCertificate] = []
    let handler = try NIOSSLClientHandler(
      context: NIOSSLContext(configuration: configuration),
      serverHostname: nil,
      customVerificationCallback: { certificates, promise in
        shown = certificates
        promise.succeed(.certificateVerified)
      }
    )
    let client = EmbeddedChannel(handler: handler)
    client.connect(to: try SocketAddress(unixDomainSocketPath: "/"), promise: nil)
    client.writeAndFlush(ByteBuffer(string: text), promise: nil)
    var server = Talk(service)
    var answer = ""
    for _ in 0..<20 {
      var sent: [UInt8] = []
      while let buffer = try client.readOutbound(as: ByteBuffer.self) {
        sent += buffer.readableBytesView
      }
      if sent.isEmpty { break }
      let said = server.say(sent)
      if !said.isEmpty { try client.writeInbound(ByteBuffer(bytes: said)) }
      client.embeddedEventLoop.run()
      while let buffer = try client.readInbound(as: ByteBuffer.self) {
        answer += String(buffer: buffer)
      }
    }
    return (answer, shown)
  }

  @Test func `a service behind TLS answers, and shows its certificate`() throws {
    let service = TLSService(
      wrapping: HTTPService(["/": .text("inside")]),
      certificate: certificate
    )
    let first = try talk(to: service, saying: "GET / HTTP/1.1\r\n\r\n")
    #expect(first.answer.hasSuffix("\r\n\r\ninside"))
    let shown = try #require(first.certificates.first)
    let names = Array(shown._subjectAlternativeNames())
    #expect(names.count == 2)
    // The key is the seed's in every run; the service makes its certificate once.
    let second = try talk(to: service, saying: "GET / HTTP/1.1\r\n\r\n")
    #expect(second.certificates.first == shown)
    let again = TLSService(wrapping: GreetingService(), certificate: certificate)
    let other = try talk(to: again, saying: "x")
    let keys = try [shown, #require(other.certificates.first)].map {
      try $0.extractPublicKey().toSPKIBytes()
    }
    #expect(keys[0] == keys[1])
  }

  @Test func `a greeting waits for the handshake, and noise ends it`() throws {
    let service = TLSService(
      wrapping: GreetingService(Array("hello".utf8)),
      certificate: certificate
    )
    #expect(try talk(to: service, saying: "x").answer == "hello")
    var talk = Talk(service)
    talk.say("GET / HTTP/1.1\r\n\r\n")
    #expect(talk.isClosed)
  }
}
