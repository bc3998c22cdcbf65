@testable import DemoHome
@testable import Simulation
import Testing

@Suite struct DemoLifeTests {
  private func changes(_ count: Int, seed: UInt64 = 1) -> [DemoSchedule.Change] {
    Array(DemoSchedule(in: .standard, seed: seed).prefix(count))
  }

  @Test func `it is the same for the same seed, and another for another`() {
    let line = { (change: DemoSchedule.Change) in
      "\(change.time) \(change.event) \(change.device.label)"
    }
    #expect(changes(100).map(line) == changes(100).map(line))
    #expect(changes(100).map(line) != changes(100, seed: 2).map(line))
  }

  @Test func `the first scan finds everybody, and the first minute shows something`() {
    let minute = changes(20).filter { $0.time <= .seconds(60) }
    #expect(minute.allSatisfy { $0.time >= .seconds(15) })
    #expect(Set(minute.map(\.event)) == [.joins, .leaves, .sleeps])
    #expect(minute.contains { $0.event == .joins && $0.time == .seconds(40) })
  }

  @Test(arguments: [UInt64(1), 2, 3]) func `times go forward and everybody alternates`(
    seed: UInt64
  ) {
    let changes = changes(2000, seed: seed)
    #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.time <= $1.time })
    var present = Set(SimulatedHome.standard.devices.map(\.label))
    for change in changes {
      switch change.event {
      case .joins, .wakes: #expect(present.insert(change.device.label).inserted)
      case .leaves, .sleeps: #expect(present.remove(change.device.label) != nil)
      }
      #expect(present.count >= 24 && present.count <= 34)
      #expect(!change.device.isRouter)
    }
  }

  @Test func `whoever lives in the demo home is one of its devices or a guest with an own address`()
  {
    let home = SimulatedHome.standard
    for habit in DemoSchedule.habits where home.device(habit.label) == nil {
      let guest = SimulatedHome.large.device(habit.label)
      #expect(guest != nil, "\(habit.label)")
      #expect(!home.devices.contains { $0.address == guest?.address || $0.mac == guest?.mac })
    }
  }

  @Test func `a home without any of these has no life`() {
    #expect(Array(DemoSchedule(in: SimulatedHome(devices: []))).isEmpty)
  }

  @Test func `devices come and go in namespaces, politely where they leave`() async throws {
    let home = try DemoHome.inNamespaces(.standard)
    let laptop = try #require(SimulatedHome.large.device("Linux laptop"))
    let mac = try #require(home.home.device("MacBook Pro"))
    let habits = [
      DemoSchedule.Habit(label: laptop.label, first: 0, stays: 900...900, isAway: 1...1),
      DemoSchedule.Habit(label: mac.label, first: 0, stays: 900...900, isAway: 900...900),
    ]
    let life = Task { await home.live(DemoSchedule(in: home.home, seed: 1, habits: habits)) }
    let namespaced = try #require(home.namespacedHome)
    let port = DeviceCounters.Port(mac.label, 5353)
    for _ in 0..<3000 {
      if namespaced.devices.contains(laptop.label), !namespaced.devices.contains(mac.label) {
        break
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    life.cancel()
    await life.value
    #expect(namespaced.devices.contains(laptop.label))
    #expect(!namespaced.devices.contains(mac.label))
    // An announcement, and the goodbye; the devices' thread may be behind.
    for _ in 0..<1000 where home.counters.answers[port, default: 0] < 2 {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(home.counters.answers[port, default: 0] >= 2)
  }
}
