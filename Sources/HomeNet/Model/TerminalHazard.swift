/// What text from the network could do to a terminal.
public enum TerminalHazard: Hashable, Sendable {
  /// Ends a line or moves on.
  case spacing
  /// A control character.
  case control
  /// Turns the writing direction, or can't be seen.
  case direction

  /// The hazard of the character; `nil` where it only stands for itself.
  public init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: self = .spacing
    case 0x00...0x1F, 0x7F...0x9F: self = .control
    // Joiners stay: words of some scripts, and some emoji, are written with them.
    case 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB:
      self = .direction
    default: return nil
    }
  }
}
