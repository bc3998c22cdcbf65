import Diagnostics
import Model
import Monitoring
import Networking
import Wire

extension MonitorChecks {
  /// The certificate that a server shows, whatever it is worth; nothing is sent over that connection.
  func shownCertificate(
    of target: HTTPTarget,
    at address: IPAddress,
    _ deadline: CheckDeadline
  ) async -> CertificateFacts? {
    guard !deadline.isOver,
      var security = try? securities.security(to: target.host, isVerified: false)
    else { return nil }
    let certificate = Lock<CertificateFacts?>(nil)
    security.onCertificate = { facts in certificate.withLock { $0 = facts } }
    _ = await streams(for: .http, security)
      .carry(
        ConnectExchange(),
        to: Endpoint(address, port: target.port),
        within: min(deadline.left, .seconds(3))
      )
    return certificate.withLock { $0 }
  }

  /// What a certificate that isn't trusted makes of a check: TLS alone doesn't say whether its time is over.
  func untrusted(
    _ why: String,
    _ host: String,
    _ certificate: CertificateFacts?,
    _ given: CheckFacts
  ) -> CheckResult {
    var facts = given
    var reason = Message(.checkUntrusted, ["host": host, "reason": why])
    if let certificate {
      let clock = clock.reading(at: environment.now())
      facts.take(certificate, at: clock.time)
      if let own = clock.failure(from: certificate.validFrom, until: certificate.validUntil) {
        return CheckResult(.unknown(own), facts: facts)
      }
      if let until = certificate.validUntil, until < clock.time {
        reason = Message(.checkExpired, ["host": host, "until_time": "\(until)"])
      } else if let from = certificate.validFrom, clock.time < from {
        reason = Message(.checkNotYetValid, ["host": host, "from_time": "\(from)"])
      }
    }
    return CheckResult(.failed(reason), facts: facts)
  }

  /// Takes the time that a server says, which shows whether ours is wrong.
  func noteTime(
    of response: HTTPResponseParser,
    from address: IPAddress,
    _ host: String
  ) async {
    // What a cache answers may be old.
    guard response.headers["age"] == nil,
      let time = response.headers["date"].flatMap({ Timestamp(httpDate: $0) }),
      case .success(let configuration) = await ownNetwork.configuration(),
      !configuration.isOwn(address)
    else { return }
    var machine = "\(address.withoutZone)"
    let apart = abs(time.milliseconds - environment.now().milliseconds)
    if apart > ClockWitnesses.tolerance {
      // One device with two addresses is one witness.
      let devices = await environment.devices()
      let device = devices.first { device in
        device.device.addresses.contains { $0.withoutZone == address.withoutZone }
      }
      machine = device?.id ?? machine
    }
    clock.note(time, from: machine, host: host)
  }
}

extension CheckFacts {
  /// Takes what is known of a server's certificate.
  mutating func take(_ certificate: CertificateFacts, at now: Timestamp) {
    certificateName =
      certificate.names.first { $0.kind == .dns }?.value ?? certificate.names.first?.value
      ?? certificate.title
    certificateExpiration = certificate.validUntil.map { until in
      Double(until.milliseconds - now.milliseconds) / 1000
    }
  }
}

/// What is wrong with a certificate.
extension MessageTemplate {
  static let checkUntrusted = MessageTemplate(
    "check.untrusted",
    "the certificate of {host} isn't trusted: {reason}"
  )
  static let checkExpired = MessageTemplate(
    "check.expired",
    "the certificate of {host} expired on {until_time}"
  )
  static let checkRevoked = MessageTemplate(
    "check.revoked",
    "the certificate of {host} was revoked, as the server itself shows"
  )
  static let checkNotYetValid = MessageTemplate(
    "check.not_yet_valid",
    "the certificate of {host} isn't valid before {from_time}"
  )
}
