import FoundationEssentials
@testable import Monitoring

/// The desk's memory as text.
enum DeskJSON {
  static func text(of desk: AlertDesk) throws -> String {
    String(decoding: try JSONEncoder().encode(desk), as: UTF8.self)
  }

  static func desk(of text: String) throws -> AlertDesk {
    try JSONDecoder().decode(AlertDesk.self, from: Data(text.utf8))
  }
}
