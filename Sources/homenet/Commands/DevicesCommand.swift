import ArgumentParser
import Discovery
import Home
import LinuxNetwork
import Model

struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    _superCommandName: Program.name,
    abstract: "List the stored devices of homenet serve, without a network.",
    discussion: """
      Nothing is sent, so no device is confirmed to be present; `homenet scan` does that. Your \
      own names and kinds override homenet's. It can run beside `homenet serve`.

      With --at the devices are listed as they were at that time, and whether they were there. TIME \
      is RFC 3339 (2026-03-01T18:00:00Z) or a duration back from now (2h, 7d).

      Private MACs that were seen for a day or less, and of which nothing else is known, are \
      counted in one line once they are gone: a phone that changes its address, or guests. --all \
      lists them.

      Exit codes: 0 done (also if the inventory is empty), 2 usage, 3 the inventory can't be \
      read.
      """
  )

  @Option(
    help: ArgumentHelp("Read the inventory in this directory.", valueName: "directory"),
    completion: .directory
  )
  var data: String?

  // Else a value that begins with a hyphen would be said to be missing.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("List the devices as they were at this time.", valueName: "time"),
    transform: Moment.init(parsing:)
  )
  var at: Moment?

  @Option(help: "text, json or csv.")
  var format: OutputFormat = .text

  @Flag(help: "List the devices that you hid, too, and each of the private addresses.")
  var all = false

  @Flag(name: .shortAndLong, help: "Print only failures on standard error.")
  var quiet = false

  func validate() throws { try ListenArguments.check(data: data) }

  func run() async throws {
    if let at { return try listPast(at, now: .now) }
    let inventory = try StoredInventory(in: data, identifier: useNewestVendors())
    let shown = all ? inventory.devices : inventory.devices.filter { !$0.marks.isHidden }
    StandardStream.output.write(try lines(shown).map { $0 + "\n" }.joined())
    tell(hidden: inventory.devices.count - shown.count)
    if inventory.devices.isEmpty, !quiet {
      StandardStream.error.writeLine(DisplayText.safe(inventory.advice))
    }
  }

  private func tell(hidden: Int) {
    guard hidden > 0, !quiet else { return }
    StandardStream.error.writeLine("\(hidden) more \(hidden == 1 ? "is" : "are") hidden; --all")
  }

  /// Lists the devices that the history has of that moment.
  private func listPast(_ moment: Moment, now: Timestamp) throws {
    let time = moment.time(now: now)
    let history = StoredHistory(directory: try StoredInventory.directory(data))
    let devices = try history.devices(at: time, now: now)
    let shown = all ? devices : devices.filter { !$0.profile.isHidden }
    StandardStream.output.write(try lines(shown, at: time).map { $0 + "\n" }.joined())
    tell(hidden: devices.count - shown.count)
    if devices.isEmpty, !quiet {
      let words = "no history of that time is stored in \(history.directory)"
      StandardStream.error.writeLine(DisplayText.safe(words))
    }
  }

  private func lines(_ devices: [PastDevice], at time: Timestamp) throws -> [String] {
    switch format {
    case .json:
      let json: JSONObject = ["schema": "homenet.devices.past/1", "at": time, "devices": devices]
      return [try JSONText.encode(json)]
    case .csv: return PastDeviceTable.csvLines(devices)
    case .text:
      let output = StandardStream.output
      return PastDeviceTable(style: Style(isColoured: output.wantsColour))
        .lines(devices, width: output.tableWidth)
    }
  }

  private func lines(_ devices: [InventoryDevice]) throws -> [String] {
    switch format {
    case .json:
      let json: JSONObject = ["schema": "homenet.devices/1", "devices": devices]
      return [try JSONText.encode(json)]
    case .csv: return CSVText.lines(devices)
    case .text:
      let output = StandardStream.output
      let now = Timestamp.now
      let gathered = all ? nil : GatheredDevices(devices)
      return DeviceTable(style: Style(isColoured: output.wantsColour))
        .lines(gathered?.shown ?? devices, now: now, width: output.tableWidth)
        + [gathered?.line(now: now)].compactMap(\.self)
    }
  }
}

extension DevicesCommand: IdentifyingCommand {
  var vendorDirectory: String? { data }
}
