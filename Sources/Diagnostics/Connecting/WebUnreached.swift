internal import FoundationEssentials
internal import NIOCore
internal import NIOPosix
internal import Net
internal import Wire

/// Why a web client reached none of a host's addresses.
enum WebUnreached: Hashable {
  /// Connecting ended like this.
  case ended(StreamEnd)
  /// Nobody knows the host's addresses; says so.
  case unknownHost(String)

  /// What NIO throws after the last address.
  init(_ error: NIOConnectionError) {
    let ends = error.connectionErrors.map { failure in
      let endpoint = failure.target.ipAddress.flatMap { IPAddress($0) }.flatMap { address in
        failure.target.port.flatMap { UInt16(exactly: $0) }.map { Endpoint(address, port: $0) }
      }
      let stage = endpoint.map { StreamStage(of: failure.error, connectingTo: $0) }
      return StreamEnd(failure.error, stage ?? .connecting)
    }
    self.init(ends, host: error.host, isOnline: OwnRoute.leadsOut)
  }

  /// The judgement.
  ///
  /// - Parameters:
  ///   - ends: How connecting to each address ended.
  ///   - host: Whose addresses they are.
  ///   - isOnline: Whether any route leads to the Internet: without one no resolver is to blame.
  init(_ ends: [StreamEnd], host: String, isOnline: Bool) {
    // An address of a family that isn't spoken here says nothing where another was tried.
    let others = ends.first { if case .local = $0 { false } else { true } }
    if let end = others ?? ends.first {
      self = .ended(end)
    } else if isOnline {
      self = .unknownHost("nobody knows where \(host) is")
    } else {
      self = .ended(.local(.noRoute))
    }
  }
}

extension StreamStage {
  /// How far fetching had come: a web client connects to an address in a URL by itself, and doesn't say
  /// that it failed there.
  init(of error: any Error, fetching url: String) {
    let parts = URL(string: url)
    let host = parts?.host() ?? ""
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    guard let address = IPAddress(bare) else {
      self = .connected
      return
    }
    let port = UInt16(exactly: parts?.port ?? 443) ?? 443
    let stage = StreamStage(of: error, connectingTo: Endpoint(address, port: port))
    self = stage == .calling ? .calling : .connected
  }
}
