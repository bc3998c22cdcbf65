import FoundationEssentials
@testable import Monitoring

/// The dispatcher's memory as text.
enum AlertDispatcherJSON {
  static func text(of dispatcher: AlertDispatcher) throws -> String {
    String(decoding: try JSONEncoder().encode(dispatcher), as: UTF8.self)
  }

  static func dispatcher(of text: String) throws -> AlertDispatcher {
    try JSONDecoder().decode(AlertDispatcher.self, from: Data(text.utf8))
  }
}
