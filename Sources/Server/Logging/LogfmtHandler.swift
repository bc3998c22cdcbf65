import Glibc
import LinuxNetwork
public import Logging
import Model

/// Writes log lines in logfmt to standard error: `time=… level=info msg="logged in" peer=…`.
public struct LogfmtHandler: LogHandler {
  /// What every line says.
  public var metadata: Logger.Metadata = [:]
  /// Less important lines are left out.
  public var logLevel: Logger.Level

  /// A handler for lines of that importance.
  public init(level: Logger.Level = .info) {
    logLevel = level
  }

  /// What a line says of the given key.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes one line, by one call of the system.
  public func log(event: LogEvent) {
    var line = "time=\(Timestamp.now) level=\(event.level) msg=\(Self.quoted("\(event.message)"))"
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    for (key, value) in all.sorted(by: { $0.key < $1.key }) {
      line += " \(Self.key(key))=\(Self.quoted("\(value)"))"
    }
    line += "\n"
    let bytes = Array(line.utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// A value as it is where that is unmistakable, else in quotes; nothing that acts on a terminal.
  static func quoted(_ value: String) -> String {
    let isPlain =
      !value.isEmpty
      && value.unicodeScalars.allSatisfy {
        $0.value > 0x20 && $0.value < 0x7F && $0 != "\"" && $0 != "=" && $0 != "\\"
      }
    if isPlain { return value }
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        text += "\\"
        text.unicodeScalars.append(scalar)
      case "\n":
        text += "\\n"
      default:
        let category = scalar.properties.generalCategory
        let isText =
          category != .control && category != .format
          && category != .lineSeparator && category != .paragraphSeparator
        if isText {
          text.unicodeScalars.append(scalar)
        } else {
          text += "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
    }
    return text + "\""
  }

  private static func key(_ key: String) -> String {
    String(String.UnicodeScalarView(key.unicodeScalars.filter { $0.value > 0x20 && $0 != "=" }))
  }
}
