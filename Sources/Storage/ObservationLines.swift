internal import Discovery
internal import Home
internal import Model

/// Observations as text, one a line, as they stand in a recording.
enum ObservationLines {
  /// As many bytes as are kept of one device; more is nothing that a device needs to say.
  static let mostBytes = 1 << 20

  /// The lines; what is beyond the bounds is left out, the last first.
  static func encode(_ observations: [Observation]) throws -> String {
    var text = ""
    var size = 0
    for observation in observations.prefix(StoredDevice.mostObservations) {
      let line = try JSONText.encode(observation)
      guard size + line.utf8.count < mostBytes else { continue }
      text += line
      text += "\n"
      size += line.utf8.count + 1
    }
    return text
  }

  /// The observations; lines that say nothing to this version are left out.
  static func decode(_ text: String) -> [Observation] {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
      .prefix(StoredDevice.mostObservations).map(Substring.init)
    // All at once is faster by half, and nearly always possible.
    let whole = "[" + lines.joined(separator: ",") + "]"
    if let observations = try? JSONText.decode([Observation].self, from: whole) {
      return observations
    }
    return lines.compactMap { try? JSONText.decode(Observation.self, from: $0) }
  }
}
