internal import Crypto
internal import FoundationEssentials
internal import NIOCore
internal import NIOEmbedded
internal import NIOSSL
import Networking
internal import SwiftASN1
public import Wire
internal import X509

/// A service behind TLS.
public struct TLSService: ListenerService {
  private let inner: any ListenerService
  private let settings: Settings

  /// The settings, made once: signing takes time, and most homes are scanned by few.
  private final class Settings: Sendable {
    let certificate: ServedCertificate
    private let made = Lock<NIOSSLContext?>(nil)

    init(_ certificate: ServedCertificate) {
      self.certificate = certificate
    }

    func context() throws -> NIOSSLContext {
      try made.withLock { made in
        if let made { return made }
        let context = try certificate.context()
        made = context
        return context
      }
    }
  }

  /// The service behind that certificate.
  public init(wrapping inner: any ListenerService, certificate: ServedCertificate) {
    self.inner = inner
    settings = Settings(certificate)
  }

  /// A connection whose handshake has yet to be.
  public func accept() -> any ServedConnection {
    guard let context = try? settings.context() else { return ClosedConnection() }
    return TLSServedConnection(inner.accept(), context: context)
  }
}

/// A port that hangs up at once.
struct ClosedConnection: ServedConnection {
  mutating func begin() -> ServedStep { .close() }

  mutating func take(_ bytes: [UInt8]) -> ServedStep { .close() }
}

/// The device's side of a TLS connection: NIOSSL as a codec, another conversation within.
struct TLSServedConnection: ServedConnection {
  private var inner: any ServedConnection
  private let session: Session
  private var channel: EmbeddedChannel { session.channel }

  /// Closes the channel in the end, which else would hold itself.
  private final class Session {
    let channel: EmbeddedChannel

    init(_ context: NIOSSLContext) {
      channel = EmbeddedChannel(handler: NIOSSLServerHandler(context: context))
    }

    deinit {
      // The peer's close notification never arrives, so closing ends by its timeout.
      channel.close(promise: nil)
      channel.embeddedEventLoop.advanceTime(by: .minutes(1))
    }
  }

  init(_ inner: any ServedConnection, context: NIOSSLContext) {
    self.inner = inner
    session = Session(context)
  }

  mutating func begin() -> ServedStep {
    // The handshake waits for an active channel; the address is unused.
    guard let nowhere = try? SocketAddress(unixDomainSocketPath: "/") else { return .close() }
    channel.connect(to: nowhere, promise: nil)
    return step(after: inner.begin())
  }

  mutating func take(_ bytes: [UInt8]) -> ServedStep {
    guard (try? channel.writeInbound(ByteBuffer(bytes: bytes))) != nil else {
      return .close(saying: outbound())
    }
    // The handshake goes on in tasks of the event loop.
    channel.embeddedEventLoop.run()
    var next = ServedStep.Next.wait
    while next == .wait, let buffer = try? channel.readInbound(as: ByteBuffer.self) {
      let said = inner.take(Array(buffer.readableBytesView))
      send(said.sending)
      next = said.next
    }
    return finished(next)
  }

  mutating func resume() -> ServedStep { step(after: inner.resume()) }

  private func step(after said: ServedStep) -> ServedStep {
    send(said.sending)
    return finished(said.next)
  }

  private func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
  }

  private func finished(_ next: ServedStep.Next) -> ServedStep {
    if next == .close { channel.close(promise: nil) }
    return ServedStep(sending: outbound(), next: next)
  }

  private func outbound() -> [UInt8] {
    var bytes: [UInt8] = []
    while let buffer = try? channel.readOutbound(as: ByteBuffer.self) {
      bytes += buffer.readableBytesView
    }
    return bytes
  }
}

/// The certificate that a simulated device shows: made when it is first asked for.
///
/// The key follows from the seed, so that a device has the same key in each run; the signature
/// doesn't.
public struct ServedCertificate: Hashable, Sendable {
  /// The subject's common name.
  public var commonName: String
  /// The subject's organisation.
  public var organisation: String?
  /// The issuer's common name; `nil` where it is signed by itself.
  public var issuer: String?
  /// Other names of the subject: DNS names.
  public var names: [String]
  /// Other names of the subject: addresses.
  public var addresses: [IPv4Address]
  /// What the key is made of.
  public var seed: String

  /// A certificate of that subject; the seed is the common name where none is given.
  public init(
    _ commonName: String,
    organisation: String? = nil,
    issuer: String? = nil,
    names: [String] = [],
    addresses: [IPv4Address] = [],
    seed: String? = nil
  ) {
    self.commonName = commonName
    self.organisation = organisation
    self.issuer = issuer
    self.names = names
    self.addresses = addresses
    self.seed = seed ?? commonName
  }

  /// 2024-01-01 and ten years later, in seconds since 1970.
  private static let validity = (from: 1_704_067_200.0, to: 2_019_600_000.0)

  /// The settings of a server that shows it.
  func context() throws -> NIOSSLContext {
    let digest = SHA256.hash(data: Array("NetLab \(seed)".utf8))
    let key = try P256.Signing.PrivateKey(rawRepresentation: Array(digest))
    let certificate = try Certificate(
      version: .v3,
      serialNumber: Certificate.SerialNumber(bytes: [1] + Array(digest).prefix(8)),
      publicKey: Certificate.PublicKey(key.publicKey),
      notValidBefore: Date(timeIntervalSince1970: Self.validity.from),
      notValidAfter: Date(timeIntervalSince1970: Self.validity.to),
      issuer: issuer.map { try Self.name($0, organisation) } ?? subject(),
      subject: subject(),
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: extensions(),
      issuerPrivateKey: Certificate.PrivateKey(key)
    )
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [
        .certificate(try NIOSSLCertificate(bytes: serializer.serializedBytes, format: .der))
      ],
      privateKey: .privateKey(
        try NIOSSLPrivateKey(bytes: Array(key.derRepresentation), format: .der)
      )
    )
    configuration.applicationProtocols = ["http/1.1"]
    return try NIOSSLContext(configuration: configuration)
  }

  private func subject() throws -> DistinguishedName { try Self.name(commonName, organisation) }

  private static func name(_ common: String, _ organisation: String?) throws -> DistinguishedName {
    try DistinguishedName {
      CommonName(common)
      if let organisation { OrganizationName(organisation) }
    }
  }

  private func extensions() throws -> Certificate.Extensions {
    let others =
      names.map { GeneralName.dnsName($0) }
      + addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) }
    guard !others.isEmpty else { return Certificate.Extensions() }
    return try Certificate.Extensions { SubjectAlternativeNames(others) }
  }
}
