import ArgumentParser
import Discovery
import Home
import Model

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    _superCommandName: Program.name,
    abstract: "Add devices, names and kinds from a file.",
    discussion: """
      FILE is what `homenet export` printed, or a table (CSV) with a line of titles and columns for \
      MAC, name and kind, such as NetAlertX's devices.csv or Fing's. Stored devices get the names, \
      kinds and notes of the file where you gave none; others are added. The history of an export \
      is imported where nothing is stored yet. `homenet serve` must not run meanwhile.

      Exit codes: 0 done, 2 usage (also: the file can't be read, or is no such file), 3 the data \
      directory can't be written to, or another homenet uses it.
      """
  )

  @Argument(help: "The file; - is standard input.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("Import into this directory.", valueName: "directory"),
    completion: .directory
  )
  var data: String?

  @Option(help: "text or json.")
  var format: TextOrJSON = .text

  func validate() throws { try ListenArguments.check(data: data) }

  func run() async throws {
    let report = try StoreFiles(directory: try StoredInventory.directory(data)).add(file)
    switch format {
    case .json:
      let json: JSONObject = [
        "schema": "homenet.import/1", "file": file, "added": report.added,
        "changed": report.changed, "changes": report.history?.changes.count ?? 0,
        "skipped": report.skipped,
      ]
      StandardStream.output.writeLine(try JSONText.encode(json))
    case .text:
      for line in report.skipped {
        StandardStream.error.writeLine(DisplayText.safe("\(file): \(line)"))
      }
      let history = report.history.map { ", and the history of \($0.changes.count) changes" } ?? ""
      StandardStream.output.writeLine(
        "\(Self.count(report.added)) added, \(Self.count(report.changed)) changed\(history)"
      )
    }
  }

  private static func count(_ devices: Int) -> String {
    "\(devices) device\(devices == 1 ? "" : "s")"
  }
}
