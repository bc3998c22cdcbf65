import ArgumentParser
import Diagnostics
import Discovery
import Identification
import Model
import Wire

struct VendorsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vendors",
    _superCommandName: Program.name,
    abstract: "Show who owns MAC addresses, and the age of the registry used.",
    discussion: """
      Without an address: which registry of makers is in use, how old it is, and how to get a newer \
      one. Newer registries of ieee-data, Wireshark and nmap are used where the system has them, and \
      so is a file vendors.txt or manuf in the data directory. Nothing is sent.

      Exit codes: 0 done (also for an address that nobody registered), 2 usage.
      """
  )

  @Option(
    help: ArgumentHelp("Look for a registry in this directory, too.", valueName: "directory"),
    completion: .directory
  )
  var data: String?

  @Option(help: "text or json.")
  var format: TextOrJSON = .text

  @Argument(help: ArgumentHelp("Addresses to look up.", valueName: "mac"))
  var addresses: [String] = []

  func validate() throws {
    try ListenArguments.check(data: data)
    for address in addresses where MACAddress(address) == nil {
      throw ValidationError("'\(address)' is no MAC address, such as b8:27:eb:01:02:03")
    }
  }

  func run() async throws {
    let (files, registry) = VendorFiles.used(in: data)
    let macs = addresses.compactMap { MACAddress($0) }
    let output = StandardStream.output
    switch format {
    case .json: output.writeLine(try JSONText.encode(json(files, registry, macs)))
    case .text:
      let lines = macs.isEmpty ? Self.lines(files) : macs.map { Self.line($0, in: registry) }
      for line in lines { output.writeLine(DisplayText.safe(line)) }
    }
  }

  private static func line(_ mac: MACAddress, in registry: VendorRegistry) -> String {
    "\(mac)  \(registry.owner(of: mac))"
  }

  private static func lines(_ files: VendorFiles) -> [String] {
    var lines = ["In use    \(files.inUse)"]
    for file in files.found where file != files.used {
      let state = file.problem.map { "not used: \($0)" } ?? "not newer"
      lines.append("Found     \(file.path) of \(file.date): \(state)")
    }
    if let used = files.used, used.skipped > 0 {
      lines.append("Skipped   \(used.skipped) lines of \(used.path) that are no entries")
    }
    return lines + ["Newer     \(files.advice)"]
  }

  private func json(
    _ files: VendorFiles,
    _ registry: VendorRegistry,
    _ macs: [MACAddress]
  ) -> JSONObject {
    [
      "schema": "homenet.vendors/1",
      "in_use": [
        "source": files.used?.path ?? files.embedded.origin, "date": files.date,
        "age_days": VendorFiles.age(of: files.date), "embedded": files.used == nil,
      ] as JSONObject,
      "found": files.found.map { file -> JSONObject in
        [
          "path": file.path, "date": file.date, "used": file == files.used,
          "blocks": file.blocks, "skipped_lines": file.skipped, "problem": file.problem,
        ]
      },
      "newer": files.advice,
      "addresses": macs.map { mac -> JSONObject in
        let name = registry.name(of: mac)
        let owner = registry.owner(of: mac)
        return [
          "mac": mac, "vendor": name?.brand, "registered": name?.registered,
          "owner": owner.kind, "text": owner.description,
        ]
      },
    ]
  }
}

extension AddressOwner {
  /// A word for programs.
  fileprivate var kind: String {
    switch self {
    case .maker: "maker"
    case .undisclosed: "undisclosed"
    case .virtualRouter: "virtual_router"
    case .virtualMachine: "virtual_machine"
    case .protocols: "protocols"
    case .noStation: "no_station"
    case .local: "local"
    case .unknown: "unknown"
    }
  }
}
