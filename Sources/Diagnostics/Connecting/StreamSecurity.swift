internal import NIOCore
internal import NIOSSL

/// TLS around a connection, with a server that can show who it is.
public struct StreamSecurity: Sendable {
  private let context: NIOSSLContext
  private let name: String?
  /// The name that the certificate must have; `nil` where its address will do, or isn't checked.
  private let comparedName: String?

  /// Whose certificates to trust.
  public enum Trust: Hashable, Sendable {
    /// The authorities that this system trusts.
    case system
    /// Those in a file in PEM.
    case file(String)
    /// Any server, without a check.
    case anybody

    /// How a client with such trust speaks TLS.
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

  /// TLS to a server.
  ///
  /// - Parameters:
  ///   - trust: Whose certificates to trust.
  ///   - name: The name in its certificate; `nil` for its address.
  ///   - protocols: What is spoken within (ALPN, RFC 7301).
  /// - Throws: That the trusted certificates can't be read.
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
      if case .file(let path) = trust { throw .usage("no certificate can be read from \(path)") }
      throw .unable("this machine can't speak TLS")
    }
    let name = if let name { try ServerName(name) } else { nil as ServerName? }
    self.name = name?.indicated
    comparedName = trust == .anybody ? nil : name?.compared
  }

  /// What speaks TLS on one connection.
  func handler() throws -> NIOSSLClientHandler {
    try NIOSSLClientHandler(context: context, serverHostname: name)
  }

  /// Why a server that has shown its certificate isn't who it should be; `nil` where it is.
  ///
  /// NIOSSL takes a certificate for the address too where a name was given; who gives a name means
  /// that alone (RFC 8310, section 8.1).
  func distrust(in pipeline: ChannelPipeline.SynchronousOperations) -> String? {
    comparedName.flatMap { Self.distrust(of: $0, in: pipeline) }
  }

  /// A certificate that is not for the host it should be for.
  struct WrongName: Error {
    /// Why.
    var words: String
  }

  /// Closes a connection to a server whose certificate is not for a name; on its own thread.
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

  /// Why the other side isn't who it should be, where the error says so.
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
