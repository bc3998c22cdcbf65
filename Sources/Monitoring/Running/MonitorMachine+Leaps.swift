import Model
import Networking

extension MonitorMachine {
  /// A smaller difference between the clocks is none: the one of the day is adjusted all the time.
  private static let leastLeap: Int64 = 5000

  /// Where the clock of the day was set: what waits by it, waits as long as before.
  mutating func noteLeap(at now: MonitorMoment) {
    let passed = (now.monotonic - lastMoment.monotonic).wholeNanoseconds / 1_000_000
    let leap = now.wall.milliseconds - lastMoment.wall.milliseconds - passed
    lastMoment = now
    guard leap.magnitude >= UInt64(Self.leastLeap) else { return }
    if leap < 0 { for id in Array(entries.keys) { entries[id]?.lastState = nil } }
    updateMaintenance(at: now.wall)
    (nextDispatch, isDispatchDue) = (nil, true)
    for (handle, alert) in alerts {
      guard let time = alert.nextTry else { continue }
      alerts[handle]?.nextTry = AlertTime.adding(.milliseconds(leap), to: time)
    }
    shiftMutes(by: leap)
    guard leap < 0 else { return }
    memory.dispatcher.turnBack(to: now.wall)
    isMemoryDirty = true
    for (id, entry) in entries {
      guard let handle = entry.incident, let incident = incidents[handle] else { continue }
      entries[id]?.decided = min(entry.decided ?? incident.from, now.wall)
    }
  }

  /// What was muted for an hour stays so for an hour; what was muted by another run's clock ends when it was to.
  private mutating func shiftMutes(by leap: Int64) {
    for (index, mute) in memory.mutes.enumerated()
    where mutedSinceStart.contains(mute.subject) && mute.until < Timestamp(milliseconds: .max) {
      memory.mutes[index].until = AlertTime.adding(.milliseconds(leap), to: mute.until)
      isMemoryDirty = true
    }
  }
}
