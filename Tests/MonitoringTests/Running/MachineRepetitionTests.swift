import Home
import Model
import Testing

@testable import Monitoring

/// What is sent while nothing can be stored, over the program's ends.
@Suite struct `The machine and what it can't store as sent` {
  private static let full = StoreError.diskFull(path: "/data/home.sqlite")
  private static let down = "nas is down."
  /// A channel that shows a notice twice that it is sent twice.
  private static let chat = AlertChannel(
    id: "chat",
    name: "chat",
    service: "telegram",
    settings: [:]
  )

  /// A disk that is full just after a monitor was found down; nobody was told yet.
  private static func outage() throws -> MachineDriver {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    driver.machine.set(chat)
    driver.run(seconds: 120)
    driver.dead = ["nas"]
    for _ in 0..<100 where driver.machine.incidents.isEmpty { driver.run(seconds: 5) }
    driver.run(seconds: 1)
    #expect(driver.told.isEmpty)
    driver.store.fail(with: full)
    return driver
  }

  /// Ends without a word and starts again on a disk that can still be read.
  private static func kill(_ driver: inout MachineDriver) throws {
    driver.store.fail(with: nil)
    try driver.restart()
    driver.store.fail(with: full)
  }

  private static func notices(
    of text: String,
    on channel: String,
    _ driver: MachineDriver
  ) -> [AlertNotice] {
    driver.notices.filter { taken in
      taken.channel == channel && taken.notice.items.contains { $0.text == text }
    }.map(\.notice)
  }

  @Test func `a channel that tells a repetition gets it at once, another one after a while`() throws
  {
    var driver = try Self.outage()
    driver.run(seconds: 60)
    #expect(Self.notices(of: Self.down, on: "phone", driver).count == 1)
    driver.run(seconds: 200)
    #expect(!driver.notices.contains { $0.channel == "chat" })
    driver.run(seconds: 200)
    #expect(Self.notices(of: Self.down, on: "chat", driver).count == 1)
    driver.store.fail(with: nil)
    driver.run(seconds: 600)
    #expect(Self.notices(of: Self.down, on: "phone", driver).count == 1)
    #expect(Self.notices(of: Self.down, on: "chat", driver).count == 1)
  }

  @Test func `a store that soon works again keeps nothing from being sent`() throws {
    var driver = try Self.outage()
    driver.run(seconds: 60)
    driver.store.fail(with: nil)
    driver.run(seconds: 120)
    #expect(Self.notices(of: Self.down, on: "chat", driver).count == 1)
    #expect(Self.notices(of: Self.down, on: "phone", driver).count == 1)
  }

  @Test func `a program that is killed over and over tells it once where repetitions show`() throws
  {
    var driver = try Self.outage()
    for _ in 0..<5 {
      driver.run(seconds: 240)
      try Self.kill(&driver)
    }
    #expect(!driver.notices.contains { $0.channel == "chat" })
    let repeated = Self.notices(of: Self.down, on: "phone", driver)
    #expect(repeated.count > 1)
    #expect(Set(repeated.map(\.id)).count == 1)
    driver.store.fail(with: nil)
    driver.run(seconds: 600)
    #expect(Self.notices(of: Self.down, on: "chat", driver).count == 1)
  }

  @Test func `other news after a kill are no repetition`() throws {
    func first(_ news: AlertNews?) throws -> String {
      var driver = AlertDriver()
      driver.take(news)
      driver.run(to: 60)
      return try #require(driver.alerts.first?.notice.id)
    }
    let nas = try first(MonitorNews.down("NAS", at: 0))
    let again = try first(MonitorNews.down("NAS", at: 20))
    let printer = try first(MonitorNews.down("printer", at: 0))
    #expect(nas == again)
    #expect(nas != printer)
  }
}
