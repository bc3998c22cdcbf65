import Glibc
import HomeNet

/// Prints the whole result at the end, in one of the formats; the status meanwhile.
struct ResultRenderer: ScanRenderer {
  let format: OutputFormat
  var status: StatusLine
  let output = StandardStream.output

  mutating func show(_ update: ScanUpdate) {
    status.show(update)
  }

  mutating func finish(_ result: ScanResult) throws {
    status.clear()
    let error = output.write(try lines(result).map { $0 + "\n" }.joined())
    // A reader that has seen enough is no failure; a full disk is.
    if error != 0, error != EPIPE {
      throw Failure("can't write the result: \(String(cString: strerror(error)))", .unable)
    }
  }

  private func lines(_ result: ScanResult) throws -> [String] {
    switch format {
    case .json: [try JSONText.encode(result)]
    case .csv: CSVText.lines(result.devices)
    case .text:
      DeviceTable(style: Style(isColoured: output.wantsColour))
        .lines(result.devices, width: output.tableWidth)
    }
  }
}
