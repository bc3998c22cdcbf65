internal import AsyncHTTPClient
internal import Glibc
import Model
import Monitoring
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

/// Why there was no answer over HTTP.
enum WebFailure {
  /// The error of a request to a host, in words.
  static func delivery(_ error: any Error, host: String) -> Delivery {
    func failed(_ template: MessageTemplate) -> Delivery {
      .failed(Message(template, ["host": host]))
    }
    switch error {
    case let error as NIOConnectionError:
      // Where a name has no address of one kind, the other lookup's error is not the reason.
      if let inner = error.connectionErrors.first?.error { return delivery(inner, host: host) }
      return failed(.channelNoHost)
    case let error as HTTPClientError: return failed(template(error))
    case let error as IOError: return failed(template(number: error.errnoCode))
    case is HTTPParserError: return failed(.channelNoHTTP)
    case let error as ChannelError:
      if case .connectTimeout = error { return failed(.channelTimedOut) }
      return failed(.channelClosed)
    case NIOSSLError.uncleanShutdown: return failed(.channelClosed)
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      return failed(isDistrust(error) ? .channelUntrusted : .channelNoTLS)
    default: return failed(.channelClosed)
    }
  }

  private static func template(_ error: HTTPClientError) -> MessageTemplate {
    switch error {
    case .connectTimeout, .getConnectionFromPoolTimeout, .readTimeout, .writeTimeout,
      .deadlineExceeded, .tlsHandshakeTimeout, .cancelled, .requestStreamCancelled:
      .channelTimedOut
    default: .channelClosed
    }
  }

  private static func template(number: Int32) -> MessageTemplate {
    switch number {
    case ECONNREFUSED: .channelNoConnection
    case ENETUNREACH, EHOSTUNREACH, EHOSTDOWN, ENETDOWN: .channelNoRoute
    case ETIMEDOUT: .channelTimedOut
    case EMFILE, ENFILE: .channelNoDescriptors
    default: .channelClosed
    }
  }

  private static func isDistrust(_ error: any Error) -> Bool {
    if let error = error as? NIOSSLExtraError, error == .failedToValidateHostname { return true }
    switch error as? NIOSSLError {
    case .handshakeFailed?: return "\(error)".contains("CERTIFICATE_VERIFY_FAILED")
    case .unableToValidateCertificate?, .noCertificateToValidate?: return true
    default: return false
    }
  }
}

/// Why a channel could not be reached.
extension MessageTemplate {
  static let channelNoHost = MessageTemplate(
    "channel.no_host",
    "the address of {host} can’t be looked up: the name is wrong, or no resolver answers"
  )
  static let channelNoConnection = MessageTemplate(
    "channel.no_connection",
    "{host} refuses the connection, or can’t be reached: nothing listens at that port"
  )
  static let channelNoRoute = MessageTemplate(
    "channel.no_route",
    "{host} can’t be reached from here"
  )
  static let channelTimedOut = MessageTemplate("channel.timed_out", "{host} didn’t answer in time")
  static let channelClosed = MessageTemplate(
    "channel.closed",
    "the connection to {host} ended before an answer"
  )
  static let channelNoHTTP = MessageTemplate("channel.no_http", "what {host} answers is not HTTP")
  static let channelNoDescriptors = MessageTemplate(
    "channel.no_descriptors",
    "homenet has too many files open to ask {host}"
  )
  static let channelUntrusted = MessageTemplate(
    "channel.untrusted",
    "the certificate of {host} isn’t trusted: it has expired, is for another name, or no trusted authority has signed it"
  )
  static let channelNoTLS = MessageTemplate(
    "channel.no_tls",
    "{host} offers no TLS that homenet can use"
  )
  static let channelNoAuthorities = MessageTemplate(
    "channel.no_authorities",
    "{path} holds no certificates of authorities that can be read"
  )
}
