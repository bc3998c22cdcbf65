import Discovery
import LinuxNetwork
import Networking
import Server
import Wire

/// The endpoints to listen at, and the password for them.
struct ListenPlan {
  var endpoints: [Endpoint]
  var passwordFile: PasswordFile
  /// A password that was just generated, to be shown once.
  var newPassword: String?

  init(_ arguments: ListenArguments, in directory: String) async throws {
    passwordFile = try ServeSession.passwordFile(in: directory)
    endpoints = arguments.listen.reduce(into: []) { all, endpoint in
      if endpoint.port == 0 || !all.contains(endpoint) { all.append(endpoint) }
    }
    if arguments.lan {
      let addresses = try await Self.privateAddresses(port: Self.local.port)
      guard !addresses.isEmpty else {
        throw Failure("this machine has no private address; name one by --listen", .unable)
      }
      endpoints = [Self.local] + addresses
      do {
        if try !passwordFile.hasPassword() { newPassword = try passwordFile.generatePassword() }
      } catch {
        throw Failure("\(error)", .unable)
      }
    } else if endpoints.isEmpty {
      endpoints = [Self.local]
    }
  }

  private static let local = Endpoint(
    .v4(IPv4Address(127, 0, 0, 1)),
    port: HomeServer.Configuration.defaultPort
  )

  /// This machine's private addresses on the networks that a scan would cover; sends nothing.
  private static func privateAddresses(port: UInt16) async throws(Failure) -> [Endpoint] {
    let configuration: NetworkConfiguration
    do {
      configuration = try await LinuxNetwork().configuration()
    } catch {
      throw Failure(error, during: "can't read this machine's network")
    }
    let planned: PlannedScan
    do {
      planned = try ScanPlanner(configuration: configuration, options: ScanOptions()).plan()
    } catch {
      throw Failure(error)
    }
    let addresses = planned.networks.compactMap { $0.skipped == nil ? $0.address : nil }
    return addresses.filter { $0.scope == .privateUse }.map { Endpoint(.v4($0), port: port) }
  }

  /// The endpoints for URLs: wildcards (`0.0.0.0`, `::`) become loopback and the private addresses.
  static func reachable(_ bound: [Endpoint]) async -> [Endpoint] {
    var shown: [Endpoint] = []
    for endpoint in bound {
      guard endpoint.address.scope == .unspecified else {
        shown.append(endpoint)
        continue
      }
      shown.append(Endpoint(.v4(IPv4Address(127, 0, 0, 1)), port: endpoint.port))
      shown += (try? await privateAddresses(port: endpoint.port)) ?? []
    }
    return shown.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
