import Diagnostics
import Model

/// How far a port scan is, on a line of a terminal's standard error, below the ports as they are found.
final class PortsProgressLine: Sendable {
  private let isShown = StandardStream.error.canMoveCursor
  private let stream = StandardStream.error

  /// Shows it anew.
  @Sendable func show(_ progress: PortScan.Progress) {
    guard isShown else { return }
    var text = "\r"
    for found in progress.found {
      text += "\(found.address) \(found.port)/\(found.transport.rawValue) open\u{1B}[K\n"
    }
    text += "\(Int(progress.progress * 100)) %\u{1B}[K"
    stream.write(text)
  }

  /// Wipes it.
  func clear() {
    if isShown { stream.write("\r\u{1B}[K") }
  }
}

/// How many suites are found, on a line of a terminal's standard error.
final class CiphersProgressLine: Sendable {
  private let isShown = StandardStream.error.canMoveCursor

  /// Shows it anew.
  @Sendable func show(_ progress: CertificateProgress) {
    guard isShown, case .ciphers(let version, let accepted) = progress else { return }
    StandardStream.error.write("\r\(version): \(accepted) suites accepted\u{1B}[K")
  }

  /// Wipes it.
  func clear() {
    if isShown { StandardStream.error.write("\r\u{1B}[K") }
  }
}
