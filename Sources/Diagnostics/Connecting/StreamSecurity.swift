import Model
internal import NIOCore
internal import NIOSSL

/// TLS for client connections, with its certificate check.
public struct StreamSecurity: Sendable {
  private let context: NIOSSLContext
  private let name: String?
  /// The name that the certificate must have; `nil` for the address, or without a check.
  private let comparedName: String?
  private let isVerified: Bool
  /// Called with the server's certificate once the handshake is complete, trusted or not.
  package var onCertificate: (@Sendable (CertificateFacts) -> Void)?

  /// Whose certificates to trust.
  public enum Trust: Hashable, Sendable {
    /// The system's trust store.
    case system
    /// The authorities of a PEM file.
    case file(String)
    /// Any server; the certificate is not verified.
    case anybody

    var configuration: TLSConfiguration {
      var configuration = TLSConfiguration.makeClientConfiguration()
      switch self {
      case .system: break
      case .file(let path): configuration.trustRoots = .file(path)
      case .anybody: configuration.certificateVerification = .none
      }
      return configuration
    }
  }

  /// TLS to a server by name, or `nil` for its address, with ALPN protocols (RFC 7301).
  public init(
    _ trust: Trust,
    name: String?,
    protocols: [String] = []
  ) throws(DiagnosticError) {
    var configuration = trust.configuration
    configuration.applicationProtocols = protocols
    do {
      context = try NIOSSLContext(configuration: configuration)
    } catch {
      if case .file(let path) = trust {
        throw .usage(Message(.errorNoCertificateFile, ["path": path]))
      }
      throw .unable(Message(.errorNoTLSHere))
    }
    let name = if let name { try ServerName(name) } else { nil as ServerName? }
    self.name = name?.indicated
    isVerified = trust != .anybody
    comparedName = isVerified ? name?.compared : nil
  }

  /// The same trust for a server of another name: to read the authorities again takes milliseconds.
  package init(_ other: StreamSecurity, name host: String) throws(DiagnosticError) {
    let host = try ServerName(host)
    context = other.context
    isVerified = other.isVerified
    name = host.indicated
    comparedName = isVerified ? host.compared : nil
  }

  /// The pipeline handler of one connection.
  func handler() throws -> NIOSSLClientHandler {
    try NIOSSLClientHandler(context: context, serverHostname: name)
  }

  /// Reports the server's certificate, if anybody wants it.
  func report(_ pipeline: ChannelPipeline.SynchronousOperations) {
    guard let onCertificate, let certificate = try? pipeline.nioSSL_peerCertificate(),
      let der = try? certificate.toDERBytes(), let facts = CertificateFacts(der: der)
    else { return }
    onCertificate(facts)
  }

  /// Why the server's certificate doesn't match its name; `nil` if it does.
  ///
  /// Needed since NIOSSL also accepts one for the address where a name was given, against RFC 8310,
  /// section 8.1.
  func distrust(in pipeline: ChannelPipeline.SynchronousOperations) -> String? {
    comparedName.flatMap { Self.distrust(of: $0, in: pipeline) }
  }

  /// A certificate that doesn't match the host's name.
  struct WrongName: Error {
    var words: String
  }

  /// Closes a connection whose certificate doesn't match a name; call on its event loop.
  static func check(_ channel: any Channel, is name: String) throws(WrongName) {
    guard let why = distrust(of: name, in: channel.pipeline.syncOperations) else { return }
    channel.close(promise: nil)
    throw WrongName(words: why)
  }

  private static func distrust(
    of name: String,
    in pipeline: ChannelPipeline.SynchronousOperations
  ) -> String? {
    guard let certificate = try? pipeline.nioSSL_peerCertificate(),
      let der = try? certificate.toDERBytes(), let facts = CertificateFacts(der: der)
    else { return "it can't be checked" }
    let match = HostMatch.check(name, against: facts)
    return match.matches ? nil : match.because
  }

  /// The reason of a certificate verification error; `nil` for other errors.
  static func distrust(_ error: any Error) -> String? {
    if let error = error as? NIOSSLExtraError, error == .failedToValidateHostname {
      return "it is for another name"
    }
    guard let error = error as? NIOSSLError else { return nil }
    switch error {
    case .handshakeFailed where "\(error)".contains("CERTIFICATE_VERIFY_FAILED"):
      return "no trusted authority has signed it, or it has expired"
    case .unableToValidateCertificate, .noCertificateToValidate: return "it can't be checked"
    default: return nil
    }
  }
}
