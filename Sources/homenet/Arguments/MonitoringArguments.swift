import ArgumentParser

/// The options of commands that list monitors, channels, rules or alerts.
struct ListArguments: ParsableArguments {
  @OptionGroup var place: DataArguments

  @Option(help: "text, json or csv.")
  var format: OutputFormat = .text

  @Flag(name: .shortAndLong, help: "Print only failures on standard error.")
  var quiet = false
}

/// The options of commands that show, add or change one of them, and say what became of it.
struct ItemArguments: ParsableArguments {
  @OptionGroup var place: DataArguments

  @Option(help: "text or json.")
  var format: TextOrJSON = .text
}

/// The options of commands that remove one of them.
struct RemovalArguments: ParsableArguments {
  @OptionGroup var place: DataArguments

  @Flag(name: .shortAndLong, help: "Print only failures on standard error.")
  var quiet = false
}
