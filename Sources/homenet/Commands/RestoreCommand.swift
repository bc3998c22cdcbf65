import ArgumentParser
import Discovery
import Model

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    _superCommandName: Program.name,
    abstract: "Put a backup in the place of what is stored.",
    discussion: """
      The backup is checked first; a damaged one, or one of a newer homenet, changes nothing. What is \
      stored now is moved aside, not deleted. `homenet serve` must not run meanwhile.

      Exit codes: 0 done, 2 usage (also: no such file), 3 it is no intact backup, the data directory \
      can't be written to, or another homenet uses it.
      """
  )

  @Argument(help: "A file that homenet backup or serve wrote.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("Restore into this directory.", valueName: "directory"),
    completion: .directory
  )
  var data: String?

  @Option(help: "text or json.")
  var format: TextOrJSON = .text

  func validate() throws { try ListenArguments.check(data: data) }

  func run() async throws {
    let files = StoreFiles(directory: try StoredInventory.directory(data))
    let aside = try files.restore(file)
    switch format {
    case .json:
      let json: JSONObject = ["schema": "homenet.restore/1", "file": file, "moved_to": aside]
      StandardStream.output.writeLine(try JSONText.encode(json))
    case .text:
      let before = aside.map { "; what was there before is \($0)" } ?? ""
      let words = "\(file) is restored to \(files.directory)\(before)"
      StandardStream.output.writeLine(DisplayText.safe(words))
    }
  }
}
