import Networking
import Testing

@testable import Monitoring

@Suite struct `Lateness` {
  private func at(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(seconds * 1_000_000_000))
  }

  @Test func `99 of 100 are not later than the figure says`() {
    var window = LatenessWindow()
    for index in 0..<1000 {
      let lateness = Duration.milliseconds(index < 985 ? 10 : 800)
      window.note(lateness, at: at(100 + Double(index) / 100))
    }
    let figures = window.figures(at: at(110))
    #expect(figures.count == 1000)
    #expect(figures.greatest == .milliseconds(800))
    #expect(figures.p99 == .milliseconds(800))
    var better = LatenessWindow()
    for index in 0..<1000 {
      better.note(.milliseconds(index < 995 ? 10 : 800), at: at(100 + Double(index) / 100))
    }
    let p99 = better.figures(at: at(110)).p99
    #expect(p99 >= .milliseconds(10))
    #expect(p99 <= .microseconds(12_500))
  }

  @Test func `what is older than a minute doesn't count`() {
    var window = LatenessWindow()
    window.note(.seconds(9), at: at(100))
    window.note(.zero, at: at(150))
    #expect(window.figures(at: at(155)).greatest == .seconds(9))
    #expect(window.figures(at: at(165)).greatest == .zero)
    #expect(window.figures(at: at(165)).count == 1)
    #expect(window.figures(at: at(1000)) == LatenessFigures(count: 0, p99: .zero, greatest: .zero))
  }

  @Test(arguments: [0, 1, 3, 4, 7, 8, 1000, Int64.max])
  func `a figure is at most a quarter too much`(_ nanoseconds: Int64) {
    var window = LatenessWindow()
    window.note(.nanoseconds(nanoseconds), at: at(1))
    // A later one, so that the figure isn't the greatest.
    for _ in 0..<2 { window.note(.nanoseconds(Int64.max), at: at(1)) }
    for _ in 0..<297 { window.note(.nanoseconds(nanoseconds), at: at(1)) }
    let p99 = window.figures(at: at(1)).p99.wholeNanoseconds
    #expect(p99 >= nanoseconds)
    #expect(Double(p99) <= Double(nanoseconds) * 1.25)
  }

  @Test func `a check that is early isn't late`() {
    var window = LatenessWindow()
    window.note(.seconds(-5), at: at(1))
    #expect(window.figures(at: at(1)).greatest == .zero)
  }
}
