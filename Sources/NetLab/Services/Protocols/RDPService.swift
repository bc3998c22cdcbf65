/// A remote desktop up to its certificate (MS-RDPBCGR, section 2.2.1): the connection is confirmed,
/// then TLS begins.
public struct RDPService: ListenerService {
  private let tls: TLSService

  /// A remote desktop that shows the certificate.
  public init(certificate: ServedCertificate) {
    tls = TLSService(wrapping: AnsweringService { _ in nil }, certificate: certificate)
  }

  /// A connection that has yet to be asked for.
  public func accept() -> any ServedConversation { Conversation(inner: tls.accept()) }

  private struct Conversation: ServedConversation {
    var inner: any ServedConversation
    var request: [UInt8] = []
    var isConfirmed = false

    mutating func take(_ bytes: [UInt8]) -> ServedStep {
      if isConfirmed { return inner.take(bytes) }
      request += bytes
      guard request.count <= 512 else { return .close() }
      guard request.count >= 4, request.count >= Int(request[2]) << 8 | Int(request[3]) else {
        return .wait
      }
      // A connection request that offers TLS.
      guard request[0] == 3, request.count >= 19, request[5] == 0xE0,
        request[request.count - 8] == 1, request[request.count - 4] & 1 == 1
      else { return .close() }
      isConfirmed = true
      let began = inner.begin()
      let confirmation = Array(hex: "03000013 0e d0 0000 1234 00 02 1f 0800 01000000")
      return ServedStep(sending: confirmation + began.sending, next: began.next)
    }
  }
}
