import Glibc
import Model
import NIOCore
import Networking
import Testing
@testable import Diagnostics

@Suite struct `An error number` {
  @Test(arguments: [
    // Filters answer by ICMPv6: administratively prohibited, policy, reject route (RFC 4443).
    (EACCES, StreamEnd.prohibited), (EPROTO, .unreachable), (ENOPROTOOPT, .unreachable),
    (EOPNOTSUPP, .unreachable), (ENETUNREACH, .unreachable), (EHOSTUNREACH, .unreachable),
    (ENONET, .unreachable), (ECONNREFUSED, .refused), (ECONNRESET, .reset),
  ])
  func `that came by ICMP is the word of others`(number: Int32, end: StreamEnd) {
    let error = IOError(errnoCode: number, reason: "test")
    #expect(StreamEnd(error, .connecting) == end)
    #expect(StreamEnd(error, .connected) == end)
  }

  @Test(arguments: [
    (ENETUNREACH, LocalFailure.noRoute), (EHOSTUNREACH, .noRoute),
    (EACCES, .notPermitted), (EPROTO, .system(errno: EPROTO, call: "connect")),
  ])
  func `of the call itself is this machine's`(number: Int32, failure: LocalFailure) {
    let error = IOError(errnoCode: number, reason: "test")
    #expect(StreamEnd(error, .calling) == .local(failure))
  }

  @Test(arguments: [(EPERM, LocalFailure.notPermitted), (EMFILE, .noDescriptors)])
  func `that ICMP can't bring is this machine's at any time`(number: Int32, failure: LocalFailure) {
    let error = IOError(errnoCode: number, reason: "test")
    #expect(StreamEnd(error, .calling) == .local(failure))
    #expect(StreamEnd(error, .connecting) == .local(failure))
  }
}

@Suite struct `A host that the web client can't reach` {
  @Test(arguments: ["127.0.0.1", "localhost"])
  func `refuses`(host: String) async {
    let answer = await WebClient()
      .get("http://\(host):1/", accepting: "*/*", limit: 1, within: .seconds(30))
    #expect(answer.words == "the connection was refused")
  }

  @Test func `is a local failure, in words that help`() {
    let error = DiagnosticError.local(.noRoute, during: "can't ask a.test")
    #expect(
      error.words == "can't ask a.test: this machine has no route there; see homenet diagnose"
    )
  }
}
