import Model
import Testing
@testable import Monitoring

@Suite struct `News of alerts` {
  private static func news(
    _ kind: HomeChange.Kind,
    was: String? = nil,
    now: String? = nil,
    reason: HomeChange.Reason? = nil
  ) -> AlertNews? {
    let change = HomeChange(
      seq: 1,
      time: AlertDriver.noon,
      slot: 3,
      name: "Phone",
      kind: kind,
      was: was,
      now: now,
      reason: reason
    )
    return AlertNews(change, device: "d3")
  }

  @Test func `changes of the home that can be told`() {
    let kinds = HomeChange.Kind.allCases.filter { Self.news($0) != nil }
    #expect(
      Set(kinds) == [
        .newStation, .returned, .left, .gatewayMACChanged, .addressConflict, .dhcpServerAppeared,
        .keyChanged, .portAppeared,
      ]
    )
    #expect(kinds.compactMap { Self.news($0)?.phase }.allSatisfy { $0 == .event })
  }

  @Test func `a change of a device says which, one of the home doesn't`() {
    let device = Self.news(.newStation)
    #expect(device?.key == "device:d3")
    #expect(device?.device == "d3")
    #expect(device?.subject == "Phone")
    #expect(device?.text == "Phone is new here.")
    let conflict = Self.news(.addressConflict, was: "192.0.2.7", now: "a, b")
    #expect(conflict?.key == "address:192.0.2.7")
    #expect(conflict?.device == nil)
    #expect(Self.news(.dhcpServerAppeared, now: "192.0.2.9")?.key == "dhcp:192.0.2.9")
  }

  @Test func `a return says after how long, and is told only where a rule wants it`() {
    #expect(Self.news(.returned, was: "1036800")?.text == "Phone is back after 12 days.")
    var driver = AlertDriver()
    driver.take(Self.news(.returned, was: "1036800"))
    driver.run(to: 600)
    #expect(driver.alerts.isEmpty)
    driver.context.rules[0].events.insert(.returned)
    driver.take(Self.news(.returned, was: "1036800"))
    driver.run(to: 1200)
    #expect(driver.texts == [["Phone is back after 12 days."]])
  }

  @Test func `another machine in the gateway's place is worse than another card`() {
    let reasons: [HomeChange.Reason?] = [.sameKeys, .unproven, .otherKeys, .alternating, nil]
    let severities = reasons.map { Self.news(.gatewayMACChanged, reason: $0)?.severity }
    #expect(severities == [.info, .warning, .critical, .critical, .warning])
  }

  @Test func `unknown is no news, and a pause ends an outage`() {
    #expect(MonitorNews.event("NAS", at: 0, .unknown) == nil)
    let pause = MonitorNews.event("NAS", at: 0, .paused)
    #expect(pause?.phase == .resolves)
    #expect(pause?.text == "NAS is paused.")
  }

  @Test func `a certificate that ends is told until it is renewed, storage until it works`() {
    let monitor = Monitor(
      id: "NAS",
      name: "NAS",
      check: .presence(device: "d3")
    )
    var driver = AlertDriver()
    driver.take(.certificateExpires(of: monitor, inDays: 7, at: AlertDriver.noon))
    driver.take(.storageFails("The disk is full.", at: AlertDriver.noon))
    driver.run(to: 60)
    driver.take(.certificateExpires(of: monitor, inDays: 6, at: AlertDriver.at(60)))
    driver.run(to: 600)
    driver.take(.certificateRenewed(of: monitor, at: AlertDriver.at(600)))
    driver.take(.storageWorks(at: AlertDriver.at(600)))
    driver.run(to: 1200)
    #expect(
      driver.texts == [
        ["What is learned can't be stored.", "The certificate of NAS expires in 7 days."],
        ["The certificate of NAS was renewed.", "What is learned is stored again."],
      ]
    )
    #expect(driver.alerts.first?.notice.title == "Storage fails, 1 certificate needs renewal")
  }

  private static func certificate(
    _ stage: CertificateStage,
    days: Double,
    at time: Int
  ) -> AlertNews {
    let monitor = Monitor(id: "NAS", name: "NAS", check: .tls(TLSCheck(host: "nas")))
    return AlertNews(stage, of: monitor, daysLeft: days, at: AlertDriver.at(time))
  }

  @Test func `a certificate whose end is an outage is told as that, and its renewal as the end`() {
    var driver = AlertDriver()
    driver.take(Self.certificate(.ending, days: 5, at: 0))
    driver.run(to: 60)
    driver.take(Self.certificate(.outage, days: -1, at: 60), MonitorNews.down("NAS", at: 60))
    driver.run(to: 600)
    driver.take(Self.certificate(.valid, days: 90, at: 600), MonitorNews.up("NAS", at: 600))
    driver.run(to: 1200)
    #expect(
      driver.texts == [
        ["The certificate of NAS expires in 5 days."], ["NAS is down."], ["NAS is up again."],
      ]
    )
  }

  @Test func `a certificate that makes its monitor degraded is one item on each channel`() {
    var rule = AlertRule.usual(channels: ["phone"])
    rule.id = "outages"
    rule.events.remove(.monitorDegraded)
    var driver = AlertDriver(
      rules: [.usual(channels: ["mail"]), rule],
      channels: ["phone", "mail"]
    )
    let news = Self.certificate(.degradation, days: 5, at: 0)
    driver.take(news, MonitorNews.degraded("NAS", at: 0))
    driver.run(to: 600)
    #expect(driver.texts(on: "phone") == [["The certificate of NAS expires in 5 days."]])
    #expect(driver.texts(on: "mail") == [["NAS is degraded."]])
  }

  @Test func `a channel that isn't told of outages is told that a certificate has expired`() {
    var rule = AlertRule.usual(channels: ["phone"])
    rule.events = [.certificateExpiring]
    var driver = AlertDriver(rules: [rule])
    driver.take(Self.certificate(.outage, days: -1, at: 0), MonitorNews.down("NAS", at: 0))
    driver.run(to: 600)
    driver.take(Self.certificate(.valid, days: 90, at: 600), MonitorNews.up("NAS", at: 600))
    driver.run(to: 1200)
    #expect(
      driver.texts == [
        ["The certificate of NAS has expired."], ["The certificate of NAS was renewed."],
      ]
    )
  }

  @Test func `texts from the network are cut`() {
    let name = String(repeating: "é", count: 5000)
    let news = MonitorNews.down(name, at: 0)
    #expect(news?.text.unicodeScalars.count == AlertNews.longestText)
  }
}
