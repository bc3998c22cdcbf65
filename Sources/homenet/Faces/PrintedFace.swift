import HomeNet

/// Prints the whole result at the end, in one of the formats; the status meanwhile.
struct PrintedFace: ScanFace {
  let format: OutputFormat
  var status: StatusLine
  let output = StandardStream.output

  mutating func show(_ update: ScanUpdate) {
    status.show(update)
  }

  mutating func finish(_ result: ScanResult) throws {
    status.clear()
    switch format {
    case .json:
      output.writeLine(try JSONText.encode(result))
    case .csv:
      for line in CSVText.lines(result.devices) { output.writeLine(line) }
    case .text:
      let table = DeviceTable(style: Style(isColoured: output.wantsColour))
      let width = output.isTerminal ? output.size.columns : nil
      for line in table.lines(result.devices, width: width) { output.writeLine(line) }
    }
  }
}
