import Model
import Testing
@testable import Monitoring

@Suite struct `Alerts as a script says` {
  /// By incident, what a channel was told of it.
  private static func told(_ driver: AlertDriver, on channel: String) -> [Int64: [ToldOutage]] {
    var told: [Int64: [ToldOutage]] = [:]
    for alert in driver.alerts where alert.channel == channel {
      #expect(alert.notice.more == 0)
      for item in alert.notice.items {
        guard let incident = item.incident, let kind = ToldOutage(item) else {
          Issue.record("\(item) is not in the script")
          continue
        }
        told[incident, default: []].append(kind)
      }
    }
    return told
  }

  @Test(arguments: UInt64(1)...15)
  func `muted, worked on, behind dead parents, over restarts`(seed: UInt64) {
    let script = AlertScript(seed: seed, units: 120, spanCount: 12)
    var slow = AlertRule.usual(channels: ["phone"])
    slow.id = "slow"
    slow.groupWait = .seconds(45)
    var driver = AlertDriver(
      rules: [.usual(channels: ["phone", "mail"]), slow],
      channels: ["phone", "mail", "idle"]
    )
    driver.restarts = true
    script.run(&driver)

    for channel in ["phone", "mail"] {
      let told = Self.told(driver, on: channel)
      for outage in script.outages {
        let found = told[outage.incident] ?? []
        if !script.isTold(outage) {
          #expect(found == [], "\(outage)")
        } else if outage.isShort {
          // Whether it is one line depends on what else was gathered.
          #expect(found == [.whole] || found == [.opening, .end], "\(outage)")
        } else {
          #expect(found == [.opening, .end], "\(outage)")
        }
      }
    }
    #expect(driver.alerts.allSatisfy { $0.channel != "idle" })
    #expect(Set(driver.alerts.map(\.notice.id)).count == driver.alerts.count)
    #expect(driver.dispatcher.memories.isEmpty)
    // The script must have something of each kind, or this shows nothing.
    #expect(script.outages.contains(where: script.isTold))
  }

  @Test func `the scripts have outages of all kinds`() {
    let scripts = (UInt64(1)...30).map { AlertScript(seed: $0, units: 120, spanCount: 12) }
    let outages = scripts.flatMap { script in
      script.outages.map { (isTold: script.isTold($0), isShort: $0.isShort) }
    }
    for (isTold, isShort) in [(true, true), (true, false), (false, true), (false, false)] {
      let count = outages.filter { $0.isTold == isTold && $0.isShort == isShort }.count
      #expect(count > 20)
    }
  }

  @Test(arguments: UInt64(1)...10)
  func `nights are digests`(seed: UInt64) {
    // From 21:00 to 05:00 in universal time, an hour later there; the script is two days long.
    let night = (from: 9 * 3600, to: 17 * 3600)
    // So few that a digest lists all of a night's.
    let script = AlertScript(
      seed: seed,
      units: 1440,
      spanCount: 0,
      monitorCount: 2,
      longestGap: 50
    )
    var rule = AlertRule.usual(channels: ["phone"])
    rule.quietHours = LocalHours(startMinute: 1320, endMinute: 360)
    var driver = AlertDriver(rules: [rule])
    driver.context.localTime = LocalTime { _ in 3600 }
    driver.restarts = true
    script.run(&driver)

    func second(of alert: Alert) -> Int {
      Int((alert.time.milliseconds - AlertDriver.noon.milliseconds) / 1000)
    }
    func isQuiet(_ second: Int) -> Bool {
      night.from <= second % 86_400 && second % 86_400 < night.to
    }
    #expect(driver.alerts.allSatisfy { !isQuiet(second(of: $0)) })
    let mornings = driver.alerts.map(second).filter { $0 % 86_400 == night.to }
    #expect(Set(mornings).count == mornings.count)

    let told = Self.told(driver, on: "phone")
    for outage in script.outages {
      let found = told[outage.incident] ?? []
      let isOneNight =
        isQuiet(outage.from) && isQuiet(outage.to) && outage.to - outage.from < 8 * 3600
      if isOneNight {
        #expect(found == [.whole], "\(outage)")
      } else if outage.isShort {
        #expect(found == [.whole] || found == [.opening, .end], "\(outage)")
      } else {
        #expect(found == [.opening, .end], "\(outage)")
      }
    }
    #expect(driver.dispatcher.memories.isEmpty)
  }
}
