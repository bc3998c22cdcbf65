import ArgumentParser
import Discovery
import Model

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    _superCommandName: Program.name,
    abstract: "Copy all that homenet serve stored into one file.",
    discussion: """
      The file holds the devices, your names and notes, and the history; `homenet restore` puts it \
      back. `homenet serve` may run meanwhile, and makes backups of its own in the data directory, \
      the last seven. The file must not exist, and only you can read it.

      Exit codes: 0 done, 2 usage (also: the file exists), 3 the store can't be read or the file \
      can't be written.
      """
  )

  @Argument(help: "The file to write.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("Back up this directory.", valueName: "directory"),
    completion: .directory
  )
  var data: String?

  @Option(help: "text or json.")
  var format: TextOrJSON = .text

  func validate() throws {
    try ListenArguments.check(data: data)
    if file.isEmpty { throw ValidationError("name a file") }
    // Elsewhere it is standard input or output, where a database can't be made.
    if file == "-" {
      throw ValidationError(
        "a backup is not written to standard output: name a file (./- for one of that name)"
      )
    }
  }

  func run() async throws {
    let files = StoreFiles(directory: try StoredInventory.directory(data))
    try files.backUp(to: file)
    switch format {
    case .json:
      let json: JSONObject = ["schema": "homenet.backup/1", "file": file]
      StandardStream.output.writeLine(try JSONText.encode(json))
    case .text:
      StandardStream.output.writeLine(
        DisplayText.safe("\(files.directory) is backed up in \(file)")
      )
    }
  }
}
