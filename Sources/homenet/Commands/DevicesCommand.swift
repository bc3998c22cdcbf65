import ArgumentParser
import Discovery
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

      Exit codes: 0 done (also if the inventory is empty), 2 usage, 3 the inventory can't be \
      read.
      """
  )

  @Option(
    help: ArgumentHelp("Read the inventory in this directory.", valueName: "directory"),
    completion: .directory
  )
  var data: String?

  @Option(help: "text, json or csv.")
  var format: OutputFormat = .text

  @Flag(help: "List the devices that you hid, too.")
  var all = false

  @Flag(name: .shortAndLong, help: "Print only failures on standard error.")
  var quiet = false

  func validate() throws { try ListenArguments.check(data: data) }

  func run() async throws {
    let inventory = try StoredInventory(in: data, identifier: useNewestVendors())
    let shown = all ? inventory.devices : inventory.devices.filter { !$0.marks.isHidden }
    StandardStream.output.write(try lines(shown).map { $0 + "\n" }.joined())
    guard !quiet else { return }
    let hidden = inventory.devices.count - shown.count
    if inventory.devices.isEmpty {
      StandardStream.error.writeLine(DisplayText.safe(inventory.advice))
    } else if hidden > 0 {
      StandardStream.error.writeLine("\(hidden) more \(hidden == 1 ? "is" : "are") hidden; --all")
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
      return DeviceTable(style: Style(isColoured: output.wantsColour))
        .lines(devices, now: .now, width: output.tableWidth)
    }
  }
}

extension DevicesCommand: IdentifyingCommand {
  var vendorDirectory: String? { data }
}
