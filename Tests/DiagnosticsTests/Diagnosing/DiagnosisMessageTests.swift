import LinuxNetwork
import Model
import Networking
import Testing
import Wire
@testable import Diagnostics

@Suite struct `A diagnosis' messages` {
  private let router = IPAddress.v4(IPv4Address(192, 168, 1, 1))

  @Test func `the verdict and what decided it are codes with values`() {
    let dead = ConnectionStep.gateway([GatewayResult(address: router)], elapsed: .seconds(1))
    #expect(dead.message.code == "diagnose.gateway.absent")
    #expect(dead.words == "192.168.1.1 doesn't answer, not even ARP or NDP")
    let verdict = ConnectionVerdict([dead], host: nil)
    #expect(verdict.message.code == "diagnose.verdict.gateway_silent")
    #expect(verdict.message.values == ["router": .text("192.168.1.1")])
    #expect(verdict.reasons == [dead.message])
    #expect(verdict.because == [dead.words])
  }

  @Test func `a fault beside names its step`() {
    let link = ConnectionStep(.link, .bad, "it is off", fault: .interfaceDown("eth0"))
    let gateway = ConnectionStep(.gateway, .bad, "none", fault: .noGateway)
    let open = ConnectionStep.tcp([(443, .open(rtt: .milliseconds(2)))])
    let verdict = ConnectionVerdict([link, gateway, open], host: "nas.lan")
    #expect(verdict.code == .well)
    #expect(verdict.text == "nas.lan: port 443 accepts in 2.0 ms; nothing is wrong.")
    #expect(verdict.message.values["finding"] == .message(open.message))
    #expect(verdict.notes == ["link: it is off", "gateway: none"])
    #expect(verdict.asides.map(\.code) == ["diagnose.note", "diagnose.note"])
  }

  @Test func `lists, plurals and nested failures read as before`() {
    let refused = ConnectionStep.tcp([(443, .refused(rtt: .zero)), (80, .refused(rtt: .zero))])
    #expect(refused.words == "ports 443, 80: refused")
    let one = ConnectionStep.tcp([(80, .timedOut)])
    #expect(one.words == "port 80: no answer")
    let verdict = ConnectionVerdict([refused], host: "nas.lan")
    #expect(
      verdict.text == "nas.lan is there, but refuses ports 443 and 80: no service listens there."
    )
    let failed = ConnectionStep.own(.name, .noRoute)
    let own = ConnectionVerdict([failed], host: nil)
    #expect(own.text == "This machine failed: this machine has no route there.")
    #expect(own.message.values["failure"] == .message(failed.message))
  }

  @Test func `a certificate's problem begins the verdict's sentence`() {
    let problem = CertificateReport.Problem(
      code: .oldVersion,
      Message(.certOldVersion, ["version": "TLS 1.0"])
    )
    let tls = ConnectionStep(
      .tls,
      .bad,
      problem.message,
      fault: .tls(.expired, "the certificate expired")
    )
    let open = ConnectionStep.tcp([(443, .open(rtt: .milliseconds(2)))])
    let verdict = ConnectionVerdict([open, tls], host: "nas.lan")
    #expect(verdict.text == "The certificate expired.")
    #expect(verdict.because == ["TLS 1.0 is still spoken (RFC 8996)"])
  }
}
