import Model
import Testing

@testable import Monitoring

@Suite struct ParentTests {
  /// A parent that is checked once a minute and goes down after three checks.
  private func parent(
    _ state: MonitorState,
    downFrom: Int64? = nil,
    checked: Int64? = 100,
    isSuspect: Bool = false
  ) -> ParentState {
    ParentState(
      state: state,
      downFrom: downFrom.map(TrackerTrial.minute),
      checked: checked.map(TrackerTrial.minute),
      isSuspect: isSuspect,
      stepMs: 70_000,
      decisionMs: 290_000
    )
  }

  /// A child that failed first at minute 97 and is down since minute 99, at minute 100.
  private func view(
    _ parent: ParentState?,
    now: Int64 = 100,
    start: Int64 = 0
  ) -> ParentView {
    ParentView(
      of: "child",
      from: TrackerTrial.minute(97),
      decided: TrackerTrial.minute(99),
      now: TrackerTrial.minute(now),
      start: TrackerTrial.minute(start),
      graph: ParentGraph([("child", ["router"])]),
      states: parent.map { ["router": $0] } ?? [:]
    )
  }

  private let dead = ParentView(deadParents: ["router"])
  private let waiting = ParentView(uncheckedParents: ["router"])

  @Test func `Uptime Kuma 1089: a dead router explains its 28 children`() {
    let children = (1...28).map { ("child\($0)", ["router"]) }
    let graph = ParentGraph(children + [("router", [])])
    let states = ["router": parent(.down, downFrom: 96)]
    func told(_ id: String) -> Bool {
      let view = ParentView(
        of: id,
        from: TrackerTrial.minute(97),
        decided: TrackerTrial.minute(99),
        now: TrackerTrial.minute(100),
        start: TrackerTrial.start,
        graph: graph,
        states: states
      )
      return view == ParentView()
    }
    #expect(told("router"))
    #expect(children.allSatisfy { !told($0.0) })
  }

  @Test func `a parent that answers explains nothing`() {
    #expect(view(parent(.up)) == ParentView())
    #expect(view(parent(.degraded)) == ParentView())
    #expect(view(parent(.paused)) == ParentView())
    #expect(view(nil) == ParentView())
  }

  @Test func `a parent may be checked a little later than its child`() {
    #expect(view(parent(.down, downFrom: 90)) == dead)
    #expect(view(parent(.down, downFrom: 98)) == dead)
    #expect(view(parent(.down, downFrom: 99)) == ParentView())
  }

  @Test func `a parent that wasn't checked since the trouble began is not known yet`() {
    #expect(view(parent(.up, checked: 96)) == waiting)
    #expect(view(parent(.up, checked: 97)) == ParentView())
  }

  @Test func `a parent that is just failing is not known yet`() {
    #expect(view(parent(.up, isSuspect: true)) == waiting)
  }

  @Test func `after a start parents have to be checked first`() {
    #expect(view(parent(.unknown)) == waiting)
    #expect(view(parent(.unknown, checked: nil)) == waiting)
    #expect(view(parent(.down, downFrom: 50, checked: 60), start: 80) == waiting)
    #expect(view(parent(.down, downFrom: 50, checked: 90), start: 80) == dead)
    #expect(view(parent(.up, checked: 98), start: 99) == waiting)
  }

  @Test func `nobody waits longer than the parent needs to go down`() {
    #expect(view(parent(.unknown), now: 103) == waiting)
    #expect(view(parent(.unknown), now: 104) == ParentView())
    #expect(view(parent(.up, isSuspect: true), now: 104) == ParentView())
    #expect(view(parent(.down, downFrom: 90), now: 1000) == dead)
  }

  @Test func `circles don't hang, and nobody in them is silenced`() {
    let graph = ParentGraph([
      ("a", ["b"]), ("b", ["c"]), ("c", ["a"]), ("d", ["a", "a", "d", "missing"]), ("e", ["d"]),
    ])
    #expect(graph.parents(of: "a").isEmpty)
    #expect(graph.parents(of: "b").isEmpty)
    #expect(graph.parents(of: "c").isEmpty)
    #expect(graph.parents(of: "d") == ["a", "missing"])
    #expect(graph.parents(of: "e") == ["d"])
    #expect(graph.parents(of: "nobody").isEmpty)
    #expect(graph.depends("e", on: "c"))
    #expect(!graph.depends("a", on: "e"))
  }

  @Test func `ten thousand monitors in a row are followed`() {
    let row = (0..<10_000).map { ("\($0)", ["\($0 + 1)"]) }
    let graph = ParentGraph(row)
    #expect(graph.parents(of: "0") == ["1"])
    #expect(graph.depends("0", on: "10000"))
  }

  @Test func `a parent's state follows from its tracker`() {
    var trial = TrackerTrial()
    trial.check("UDDD")
    var state = ParentState(of: trial.monitor, trial.tracker)
    #expect(state.state == .down)
    #expect(state.downFrom == TrackerTrial.minute(2))
    #expect(state.checked == TrackerTrial.minute(4))
    #expect(state.stepMs == 70_000)
    #expect(state.decisionMs == 290_000)
    trial.check("UUD")
    state = ParentState(of: trial.monitor, trial.tracker)
    #expect(state.state == .up && state.downFrom == nil && state.isSuspect)
    trial.monitor.interval = .seconds(86_400)
    state = ParentState(of: trial.monitor, trial.tracker)
    #expect(state.decisionMs == ParentState.mostDecisionMs)
  }

  // MARK: Suggestions

  private func monitor(_ id: String, _ check: MonitorCheck) -> Monitor {
    Monitor(id: id, name: id, check: check)
  }

  @Test func `what lies behind the gateway depends on it`() {
    let ping = MonitorCheck.icmp(host: "192.0.2.1")
    let page = MonitorCheck.http(HTTPCheck(url: "http://192.0.2.1/"))
    let parents = SuggestedParents.of([
      (monitor("page", page), .isGateway),
      (monitor("router", ping), .isGateway),
      (monitor("nas", ping), .onLink),
      (monitor("office", ping), .beyond),
      (monitor("internet", .internet(targets: ["192.0.2.9"])), .beyond),
    ])
    #expect(parents == ["page": ["router"], "office": ["router"], "internet": ["router"]])
  }

  @Test func `a gateway whose page alone is watched explains nothing`() {
    let page = MonitorCheck.http(HTTPCheck(url: "http://192.0.2.1/"))
    let internet = monitor("internet", .internet(targets: ["192.0.2.9"]))
    #expect(
      SuggestedParents.of([(monitor("page", page), .isGateway), (internet, .beyond)]).isEmpty
    )
    #expect(SuggestedParents.of([(internet, .beyond)]).isEmpty)
    let present = monitor("router", .presence(device: "d"))
    #expect(
      SuggestedParents.of([(present, .isGateway), (internet, .beyond)]) == ["internet": ["router"]]
    )
  }
}
