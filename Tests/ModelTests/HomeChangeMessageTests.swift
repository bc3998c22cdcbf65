import Testing

@testable import Model

@Suite struct `Sentences of the history` {
  private func text(
    _ kind: HomeChange.Kind,
    was: String? = nil,
    now: String? = nil,
    reason: HomeChange.Reason? = nil,
    name: String? = "NAS"
  ) -> String {
    let time = Timestamp(milliseconds: 0)
    return HomeChange(time: time, name: name, kind: kind, was: was, now: now, reason: reason)
      .message.text
  }

  @Test(arguments: HomeChange.Kind.allCases)
  func `are there for every kind, whatever is missing`(kind: HomeChange.Kind) {
    let reasons: [HomeChange.Reason?] = [nil] + HomeChange.Reason.allCases.map { Optional($0) }
    for reason in reasons {
      for was in [nil, "", "a", "60", "nan", "1e400"] {
        for now in [nil, "", "b"] {
          for name in [nil, "", "{was}"] {
            let change = HomeChange(
              time: Timestamp(milliseconds: 0),
              name: name,
              kind: kind,
              was: was,
              now: now,
              reason: reason
            )
            #expect(change.message.code.hasPrefix("change."))
            #expect(change.message.text.hasSuffix("."))
            #expect(change.message.values.count == change.message.template.places.count)
          }
        }
      }
    }
  }

  @Test func `are plain`() {
    #expect(text(.newStation, name: "Anna's iPhone") == "Anna's iPhone is new here.")
    #expect(text(.newStation, name: nil) == "A device is new here.")
    #expect(text(.returned, was: "90000") == "NAS is back after 1 day.")
    #expect(text(.returned, was: "35280") == "NAS is back after 9.8 hours.")
    #expect(text(.returned, was: "50000") == "NAS is back after 13 hours.")
    #expect(
      text(.movedAddress, was: "192.168.1.20", now: "192.168.1.31")
        == "NAS moved from 192.168.1.20 to 192.168.1.31."
    )
    #expect(text(.renamed, was: "NAS", now: "Backup") == "NAS is called Backup now.")
    #expect(
      text(.identifiedAnew, was: "printer", now: "tv_media")
        == "NAS turns out to be a TV or media player, not a printer."
    )
    #expect(text(.identifiedAnew, now: "DS220+") == "NAS turns out to be DS220+.")
    #expect(text(.portAppeared, now: "22/tcp") == "NAS opened the port 22/tcp.")
    #expect(text(.ownNetworkBack, was: "130").hasSuffix("again, after 2 minutes."))
    #expect(text(.watchResumed, was: "3600") == "The watch goes on, after 1 hour.")
    #expect(text(.edited, now: "hidden") == "You hid NAS.")
    #expect(text(.edited, now: "name:Cellar: left") == "You named NAS Cellar: left.")
    #expect(text(.edited, was: "Cellar", now: "name:") == "You removed your name for NAS.")
    #expect(text(.edited, now: "category:server") == "You say that NAS is a server.")
    #expect(
      text(.edited, was: "printer", now: "category:server")
        == "You say that NAS is a server, not a printer."
    )
    #expect(text(.edited, was: "server", now: "category:") == "You no longer say what NAS is.")
    #expect(text(.edited, now: "note") == "You changed the note on NAS.")
    // As earlier versions stored it.
    #expect(text(.edited, was: "NAS", now: "name") == "You changed the name of NAS.")
    #expect(text(.forgotten, name: nil) == "You forgot a device.")
  }

  @Test func `say how a router's other link address was weighed`() {
    let texts = Set(
      HomeChange.Reason.allCases.map {
        text(.gatewayMACChanged, was: "00:11:32:00:00:01", now: "00:11:32:00:00:02", reason: $0)
      }
    )
    #expect(texts.count == 4)
    #expect(
      texts.allSatisfy { $0.contains("00:11:32:00:00:01") && $0.contains("00:11:32:00:00:02") }
    )
  }

  @Test(arguments: Category.allCases)
  func `name every kind of device`(category: Category) {
    let sentence = text(.identifiedAnew, was: "unknown", now: category.rawValue)
    #expect(sentence.hasPrefix("NAS turns out to be ") && !sentence.contains("_"))
  }
}
