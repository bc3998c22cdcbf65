import Glibc
import NIOCore
import NIOSSL
public import Wire

/// Why the server can't start.
public enum ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The port is in use (EADDRINUSE).
  case portTaken(Endpoint)
  /// Listening there is not permitted (EACCES, EPERM).
  case notPermitted(Endpoint)
  /// The address is not this machine's (EADDRNOTAVAIL).
  case noSuchAddress(Endpoint)
  /// The system lacks the address family, such as IPv6 (EAFNOSUPPORT).
  case noSuchFamily(Endpoint)
  /// Listening failed for another reason.
  case notListening(Endpoint, why: String)
  /// Other machines could reach the server, and no password is set.
  case noPassword
  /// The password file can't be used.
  case password(PrivateFileError)
  /// The certificate or its key can't be used; the message names the file.
  case certificate(String)

  init(_ error: any Error, at endpoint: Endpoint) {
    switch error {
    case let error as IOError:
      switch error.errnoCode {
      case EADDRINUSE: self = .portTaken(endpoint)
      case EACCES, EPERM: self = .notPermitted(endpoint)
      case EADDRNOTAVAIL: self = .noSuchAddress(endpoint)
      case EAFNOSUPPORT: self = .noSuchFamily(endpoint)
      case let code: self = .notListening(endpoint, why: String(cString: strerror(code)))
      }
    case is SocketAddressError, is SocketAddressError.UnknownHost:
      // A numeric address fails to resolve only where its family is missing.
      self = .noSuchFamily(endpoint)
    default:
      self = .notListening(endpoint, why: "\(error)")
    }
  }

  /// One sentence that says what to do.
  public var description: String {
    switch self {
    case .portTaken(let endpoint):
      "\(endpoint) is in use by another program, maybe another homenet: stop that one, or name "
        + "another port by --listen \(Self.with(endpoint, port: 8481))"
    case .notPermitted(let endpoint):
      "listening at \(endpoint) is not permitted: ports below 1024 need root or "
        + "CAP_NET_BIND_SERVICE; name another by --listen \(Self.with(endpoint, port: 8480))"
    case .noSuchAddress(let endpoint):
      "\(endpoint.address) is no address of this machine: name one that it has by --listen"
    case .noSuchFamily(let endpoint):
      "can't listen at \(endpoint): this system has no \(endpoint.address.v4 == nil ? "IPv6" : "IPv4"); "
        + "name another address by --listen"
    case .notListening(let endpoint, let why):
      "can't listen at \(endpoint): \(why)"
    case .noPassword:
      "others could reach this server, and no password is set: let --lan make one, or set one by "
        + "homenet serve --set-password"
    case .password(let error):
      error.description
    case .certificate(let why):
      why
    }
  }

  private static func with(_ endpoint: Endpoint, port: UInt16) -> Endpoint {
    let free = endpoint.port == port ? port + 1 : port
    return Endpoint(endpoint.address, port: free)
  }
}

/// A certificate and its key, as PEM files.
public struct TLSFiles: Hashable, Sendable {
  /// The certificate chain, the server's own first.
  public var certificate: String
  /// The private key.
  public var key: String

  /// The files are read when the server is made.
  public init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}

/// The TLS 1.2 suites with forward secrecy (ECDHE) and AEAD (RFC 9325, section 4.2); all of TLS 1.3 have
/// both.
private let forwardSecretCipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"

extension TLSFiles {
  /// The listeners' TLS configuration; throws which file can't be used, and why.
  func configuration() throws(ServerError) -> TLSConfiguration {
    try Self.checkReadable(certificate)
    try Self.checkReadable(key)
    let chain: [NIOSSLCertificate]
    do {
      chain = try NIOSSLCertificate.fromPEMFile(certificate)
    } catch {
      throw .certificate("\(certificate) holds no certificate in PEM")
    }
    let privateKey: NIOSSLPrivateKey
    do {
      // An empty passphrase, instead of asking on the terminal.
      privateKey = try NIOSSLPrivateKey(file: key, format: .pem) { $0("".utf8) }
    } catch {
      throw .certificate("\(key) holds no private key in PEM, or a passphrase locks it")
    }
    var tls = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) },
      privateKey: .privateKey(privateKey)
    )
    tls.minimumTLSVersion = .tlsv12
    tls.cipherSuites = forwardSecretCipherSuites
    tls.applicationProtocols = ["http/1.1"]
    do {
      _ = try NIOSSLContext(configuration: tls)
    } catch {
      throw .certificate("\(key) is not the private key of \(certificate)")
    }
    return tls
  }

  private static func checkReadable(_ path: String) throws(ServerError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .certificate("can't read \(path): \(String(cString: strerror(errno)))")
    }
    close(descriptor)
  }
}
