import ArgumentParser
import DemoHome
import Glibc
import Home
import Identification
import LinuxNetwork
import Model
import Networking
import Storage

/// `netlab year`: a store as after a year of watching a full home.
struct YearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "year",
    abstract: "Fill a store with a year of a full home, as the watch would have done it.",
    discussion: """
      Each day's changes, presence and checks go through the store's own calls: hours \
      are sealed, days summed up, and what is too old is dropped. Prints one line of JSON:
        {"schema":"netlab.year/1","devices","changes","transitions","samples","from_ms","to_ms",
         "built_ms"}
      """
  )

  @Option(help: "The directory of the store; it must have no history yet.")
  var data: String

  @Option(help: "How many devices live in the home.")
  var devices = 60

  @Option(help: "How often each is gone for half an hour, on each day.")
  var departures = 8

  @Option(help: "Minutes between two checks of a device.")
  var every = 5

  @Option(help: "Which year.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (32...YearDensity.mostDevices).contains(devices) else {
      throw ValidationError("--devices is 32 to \(YearDensity.mostDevices)")
    }
    guard (1...60).contains(every) else { throw ValidationError("--every is 1 to 60 minutes") }
    guard (0...YearDensity.mostDepartures).contains(departures) else {
      throw ValidationError("--departures is 0 to \(YearDensity.mostDepartures)")
    }
  }

  func run() throws {
    let begun = ContinuousClock.now
    let now = Timestamp.now
    let year = DemoYear(
      of: DemoYear.Home(
        .standard,
        density: YearDensity(devices: devices, departures: departures)
      ),
      until: now,
      seed: seed,
      identifier: Identifier()
    )
    let samples: Int
    do {
      samples = try write(year)
    } catch let error as StoreError {
      throw ValidationError("can't write to \(data): \(error)")
    }
    let first = year.history.transitions.first?.since ?? now
    JSONLine.object([
      ("schema", .text("netlab.year/1")), ("devices", .number(Double(year.devices.count))),
      ("changes", .number(Double(year.history.changes.count))),
      ("transitions", .number(Double(year.history.transitions.count))),
      ("samples", .number(Double(samples))),
      ("from_ms", .number(Double(first.milliseconds))),
      ("to_ms", .number(Double(now.milliseconds))),
      ("built_ms", .number((ContinuousClock.now - begun).milliseconds)),
    ]).print()
  }

  /// Writes the year a day at a time; returns how many checks were in it.
  private func write(_ year: DemoYear) throws -> Int {
    let store = try SQLiteInventoryStore(directory: data)
    guard try store.lastHeartbeat() == nil else {
      throw ValidationError("\(data) has a history already")
    }
    let numbers = try store.reserve(UInt64(year.history.changes.count), epoch: 1)
    try store.save(year.devices)
    let replay = YearReplay(
      year,
      after: numbers.after,
      everyMinutes: every,
      seed: seed
    )
    let days = replay.daysLeft
    var samples = 0
    for (index, batch) in replay.enumerated() {
      samples += batch.samples.values.reduce(0) { $0 + $1.count }
      try store.append(batch)
      while try store.seal(now: batch.time) {}
      while try store.sweep(HistoryPolicy(), now: batch.time) > 0 {}
      if (index + 1) % 30 == 0 || index + 1 == days { say("day \(index + 1) of \(days)") }
    }
    return samples
  }

  private func say(_ words: String) {
    let bytes = Array("netlab: \(words)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
