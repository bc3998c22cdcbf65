import Testing
@testable import Discovery

@Suite struct UpdatePacerTests {
  /// When updates go out if changes come at those times, in milliseconds.
  static func updates(for changes: [Int]) -> [Int] {
    var pacer = UpdatePacer()
    var sent: [Int] = []
    for change in changes {
      while let due = pacer.due, due <= .milliseconds(change) {
        pacer.noteUpdate(at: due)
        sent.append(Int(due / .milliseconds(1)))
      }
      pacer.noteChange(at: .milliseconds(change))
    }
    while let due = pacer.due {
      pacer.noteUpdate(at: due)
      sent.append(Int(due / .milliseconds(1)))
    }
    return sent
  }

  @Test func `nothing changed, nothing is due`() {
    #expect(UpdatePacer().due == nil)
  }

  @Test func `thirty devices between 10 and 40 ms are told before 100 ms`() throws {
    let sent = Self.updates(for: Array(10...40))
    #expect(sent == [35, 75])
  }

  @Test func `a change every millisecond for 15 s makes at most 49 updates, and 4 a second`() {
    let sent = Self.updates(for: Array(1...15_000))
    #expect(sent.count <= 49)
    #expect(sent.count > 30)
    for (index, time) in sent.enumerated() where index >= 4 {
      #expect(time - sent[index - 4] >= 1000)
    }
  }

  @Test func `a change after silence is told at once`() {
    #expect(Self.updates(for: [10, 9000]) == [35, 9025])
  }

  @Test func `a scan of minutes calms down to an update a second`() throws {
    let sent = Self.updates(for: Array(stride(from: 1, through: 120_000, by: 10)))
    let last = try #require(sent.last)
    #expect(last - sent[sent.count - 2] >= 1000)
    #expect(sent.count < 160)
  }
}
