import Glibc
import NIOSSL

/// A certificate and its key, as PEM files.
public struct TLSFiles: Hashable, Sendable {
  /// The certificate, then those that vouch for it.
  public var certificate: String
  /// Its private key.
  public var key: String

  /// The files are read when the server is made.
  public init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}

/// The suites of TLS 1.2 that keep what was said secret when the key is stolen later (ECDHE), and whose
/// bytes can't be changed under way (AEAD); those of TLS 1.3 are all such (RFC 9325, section 4.2).
private let forwardSecretCipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"

extension TLSFiles {
  /// What the listeners speak TLS with; says which of the files can't be used, and why.
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
      // There is no one to ask for a passphrase.
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
