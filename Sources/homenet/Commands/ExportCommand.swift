import ArgumentParser

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    _superCommandName: Program.name,
    abstract: "Print the stored devices with your names, kinds and notes.",
    discussion: """
      JSON holds all that an import needs to make the same devices again; csv is a table for \
      spreadsheets, with MAC, name, kind and note. The history is not exported: `homenet backup` \
      copies it. `homenet serve` may run meanwhile.

      Exit codes: 0 done, 2 usage, 3 the inventory can't be read.
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
    let text = try files.export(format)
    StandardStream.output.write(text.isEmpty || text.hasSuffix("\n") ? text : text + "\n")
  }
}
