import Diagnostics
import Home
import LinuxNetwork
import Model
import Networking
package import Server
import Wire

extension ToolRegistry {
  package static let pingOptions = [
    ToolOption(PingOptions.Parameters.hosts), ToolOption(PingOptions.Parameters.count),
    ToolOption(PingOptions.Parameters.interval), ToolOption(PingOptions.Parameters.timeout),
    ToolOption(PingOptions.Parameters.size), ToolOption(PingOptions.Parameters.method),
    ToolOption(PingOptions.Parameters.port), ToolOption(PingOptions.Parameters.ttl),
    ToolOption(PingOptions.Parameters.fragmentation),
  ]

  /// `ping`: round trips to hosts.
  var ping: ServedTool {
    typealias Parameters = PingOptions.Parameters
    return ServedTool("ping", Self.pingOptions) { arguments throws(ToolFailure) in
      var options = PingOptions(
        count: arguments[Parameters.count],
        interval: arguments[Parameters.interval],
        timeout: arguments[Parameters.timeout],
        size: arguments[Parameters.size],
        method: arguments[Parameters.method],
        port: arguments[Parameters.port]
      )
      options.hopLimit = arguments[Parameters.ttl]
      options.fragmentation = arguments[Parameters.fragmentation] ?? .system
      if let mistake = options.mistake { throw .unacceptable(mistake) }
      let ready = options
      let hosts = arguments[Parameters.hosts]
      return { onProgress throws(ToolFailure) in
        let (known, unknown) = try await targets(hosts)
        let tool = Ping(
          known,
          unknown: unknown,
          ready,
          network: try network(for: Message(.errorPingingHosts)),
          knownPorts: await home.snapshot().devices.openPorts
        )
        return try await tool.serve(onProgress)
      }
    }
  }

  package static let traceOptions = [
    ToolOption(TraceOptions.Parameters.host), ToolOption(TraceOptions.Parameters.rounds),
    ToolOption(TraceOptions.Parameters.mode), ToolOption(TraceOptions.Parameters.maxHops),
    ToolOption(TraceOptions.Parameters.timeout), ToolOption(TraceOptions.Parameters.port),
    ToolOption(TraceOptions.Parameters.flows), ToolOption(TraceOptions.Parameters.mtu),
    ToolOption(TraceOptions.Parameters.names),
  ]

  /// `trace`: the path to a host.
  var trace: ServedTool {
    typealias Parameters = TraceOptions.Parameters
    return ServedTool("trace", Self.traceOptions) { arguments throws(ToolFailure) in
      let flows = arguments[Parameters.flows]
      let mode = arguments[Parameters.mode]
      // Each stream takes a round.
      let fewestRounds = flows == .dublin ? Parameters.streams.defaultValue : 1
      var options = TraceOptions(
        mode: mode ?? .udp,
        rounds: max(fewestRounds, arguments[Parameters.rounds]),
        maxHops: arguments[Parameters.maxHops],
        timeout: arguments[Parameters.timeout],
        port: arguments[Parameters.port],
        flows: TraceOptions.Flows(flows)
      )
      options.measuresMTU = arguments[Parameters.mtu]
      options.fallback = TraceOptions.Fallback(
        method: mode,
        port: options.port,
        flows: options.flows
      )
      if let mistake = options.mistake { throw .unacceptable(mistake) }
      let ready = options
      let host = arguments[Parameters.host]
      let wantsNames = arguments[Parameters.names]
      return { onProgress throws(ToolFailure) in
        let target = try await target(host)
        let network = try network(for: Message(.errorTracingPath))
        let naming = wantsNames ? try await naming(network) : nil
        let systems = wantsNames && environment.isReal ? OriginCache(CymruOrigins.system) : nil
        let tool = Trace(
          target,
          ready,
          network: network,
          naming: naming,
          systems: systems,
          resolvers: wantsNames && environment.isReal ? ResolverConfiguration.system.resolvers : []
        )
        return try await tool.serve(onProgress)
      }
    }
  }

  /// A network of the run's own; unless `isPublic`, it sends nothing to the Internet.
  func network(for attempt: Message, isPublic: Bool = true) throws(ToolFailure) -> LinuxNetwork {
    do {
      return try environment.network(isPublic: isPublic)
    } catch {
      throw ToolFailure(error, during: attempt)
    }
  }

  /// Names of routers: from the inventory, else from the system's resolvers.
  private func naming(_ network: LinuxNetwork) async throws(ToolFailure) -> Trace.Naming {
    let known = await deviceNames()
    guard environment.isReal else { return { known[$0.withoutZone] } }
    let system: Trace.Naming
    do {
      system = RouterNames.system(try await network.configuration())
    } catch {
      throw ToolFailure(error, during: Message(.errorTracingPath))
    }
    return { address in
      if let name = known[address.withoutZone] { return name }
      return await system(address)
    }
  }
}
