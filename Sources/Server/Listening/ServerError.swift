import Glibc
import NIOCore
public import Wire

/// Why the server does not serve.
public enum ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another program listens there.
  case portTaken(Endpoint)
  /// The system doesn't let this user listen there.
  case notPermitted(Endpoint)
  /// The address is none of this machine's.
  case noSuchAddress(Endpoint)
  /// The system lacks the address' family: it was started without IPv6.
  case noSuchFamily(Endpoint)
  /// It can't listen for another reason, in the system's words.
  case notListening(Endpoint, why: String)
  /// Others than this machine could reach it, and no password is set.
  case noPassword
  /// The password's file can't be used.
  case password(PrivateFileError)
  /// The certificate or its key can't be used; says which and why.
  case certificate(String)

  /// What went wrong while listening there was begun, whatever said so.
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
      // An address in digits is refused only by a system that doesn't know its family.
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
