import Model

extension DeviceList {
  /// A line that is not used, or not as it stands there.
  public struct Problem: Hashable, Sendable {
    /// What is wrong with a line.
    public enum Kind: Hashable, Sendable {
      /// It has no MAC address that a device can have.
      case noMAC
      /// Its name is longer than a user may give: only its beginning is used.
      case longName
      /// Its owner, place and notes together are longer than a note: only their beginning is used.
      case longNote
      /// Its word for the kind of device says nothing to this program; its beginning.
      case unknownKind(String)
      /// It has the MAC address of an earlier line, and counts instead.
      case repeatedMAC(line: Int)
    }

    /// The line's number, from 1.
    public var line: Int
    /// What is wrong with it.
    public var kind: Kind

    /// Memberwise initialiser.
    public init(line: Int, _ kind: Kind) {
      self.line = line
      self.kind = kind
    }

    /// What is wrong, in words.
    public var words: String {
      switch kind {
      case .unknownKind(let word): "its kind '\(word)' is not known here"
      case .repeatedMAC(let line): "it has the MAC address of line \(line), and counts instead"
      case .noMAC, .longName, .longNote: topic
      }
    }

    /// What is wrong with all lines of that kind.
    public var topic: String {
      switch kind {
      case .noMAC: "no MAC address of a device"
      case .longName: "its name is cut to \(Annotations.longestName) characters"
      case .longNote: "its note is cut to \(Annotations.longestNote) characters"
      case .unknownKind: "kinds that are not known here"
      case .repeatedMAC: "MAC addresses of earlier lines"
      }
    }
  }
}
