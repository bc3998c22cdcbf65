import ArgumentParser

/// How a list is printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// For people.
  case text
  /// One object, versioned.
  case json
  /// A line a row of a table.
  case csv
}
