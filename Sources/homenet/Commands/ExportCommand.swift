import ArgumentParser

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    _superCommandName: Program.name,
    abstract: "Print what is stored as JSON, or the devices as a table.",
    discussion: """
      JSON holds the devices with your names, kinds and notes, what changed, and who was there: all \
      that `homenet import` needs to make the home again, but no single round trips; `homenet \
      backup` copies those too. csv is the table of `homenet devices --all`, of which an import \
      reads MACs and your own words. `homenet serve` may run meanwhile.

      Exit codes: 0 done, 2 usage, 3 what is stored can't be read.
      """
  )

  @Option(help: "json or csv.")
  var format: ExportFormat = .json

  @Option(
    help: ArgumentHelp("Read the inventory in this directory.", valueName: "directory"),
    completion: .directory
  )
  var data: String?

  func validate() throws { try ListenArguments.check(data: data) }

  func run() async throws {
    let files = StoreFiles(directory: try StoredInventory.directory(data))
    StandardStream.output.write(try files.export(format, identifier: useNewestVendors()))
  }
}

extension ExportCommand: IdentifyingCommand {
  var vendorDirectory: String? { data }
}
