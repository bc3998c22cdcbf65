import Diagnostics
import Home
import LinuxNetwork
import Networking
import Server
import Wire

extension ToolRegistry {
  /// `ping`: hosts, some times each.
  var ping: ServedTool {
    ServedTool(
      "ping",
      [
        ToolOption("hosts", .hosts(most: 64), isRequired: true),
        ToolOption("count", .integer(1...100), standard: .number(10)),
        ToolOption("interval", .seconds(0.2...10), standard: .number(1)),
        ToolOption("timeout", .seconds(0.1...10), standard: .number(2)),
        ToolOption("size", .integer(0...1472), standard: .number(56)),
        ToolOption("method", .choice(["icmp", "tcp", "udp"])),
        ToolOption("port", .integer(1...65_535)),
        ToolOption("ttl", .integer(1...255)),
        ToolOption("fragmentation", .choice(["do", "want", "dont", "probe"])),
      ]
    ) { answers throws(ToolFailure) in
      var options = PingOptions(
        count: answers.integer("count"),
        interval: answers.duration("interval") ?? .seconds(1),
        timeout: answers.duration("timeout") ?? .seconds(2),
        size: answers.integer("size") ?? 56,
        method: answers.text("method").flatMap(PathMethod.init(rawValue:)),
        port: answers.integer("port").flatMap(UInt16.init(exactly:))
      )
      options.hopLimit = answers.integer("ttl").flatMap(UInt8.init(exactly:))
      options.fragmentation =
        answers.text("fragmentation").flatMap(Fragmentation.init(rawValue:)) ?? .system
      if let mistake = options.mistake { throw .unacceptable(mistake) }
      let ready = options
      let hosts = answers.texts("hosts")
      return { onProgress throws(ToolFailure) in
        let (known, unknown) = try await targets(hosts)
        let tool = Ping(
          known,
          unknown: unknown,
          ready,
          network: try network(for: "can't ping"),
          knownPorts: await home.snapshot().devices.openPorts
        )
        return try await tool.serve(onProgress)
      }
    }
  }

  /// `trace`: the way to one host.
  var trace: ServedTool {
    ServedTool(
      "trace",
      [
        ToolOption("host", .host, isRequired: true),
        ToolOption("rounds", .integer(1...30), standard: .number(3)),
        ToolOption("mode", .choice(["udp", "icmp", "tcp"])),
        ToolOption("max_hops", .integer(1...64), standard: .number(30)),
        ToolOption("timeout", .seconds(0.1...5), standard: .number(1)),
        ToolOption("port", .integer(1...65_535)),
        ToolOption("flows", .choice(["each", "paris", "dublin"]), standard: .text("each")),
        ToolOption("mtu", .flag, standard: .flag(false)),
        ToolOption("names", .flag, standard: .flag(true)),
      ]
    ) { answers throws(ToolFailure) in
      let flows = answers.text("flows")
      let mode = answers.text("mode").flatMap(PathMethod.init(rawValue:))
      var options = TraceOptions(
        mode: mode ?? .udp,
        rounds: max(flows == "dublin" ? 8 : 1, answers.integer("rounds") ?? 3),
        maxHops: answers.integer("max_hops") ?? 30,
        timeout: answers.duration("timeout") ?? .seconds(1),
        port: answers.integer("port").flatMap(UInt16.init(exactly:)),
        flows: flows == "paris" ? .paris : flows == "dublin" ? .dublin(8) : .each
      )
      options.measuresMTU = answers.flag("mtu")
      options.fallback = TraceOptions.Fallback(
        method: mode,
        port: options.port,
        flows: options.flows
      )
      if let mistake = options.mistake { throw .unacceptable(mistake) }
      let ready = options
      let host = answers.text("host") ?? ""
      let wantsNames = answers.flag("names")
      return { onProgress throws(ToolFailure) in
        let target = try await target(host)
        let network = try network(for: "can't trace")
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

  /// A network of its own; with `isPublic` false it sends nothing to the Internet.
  func network(for attempt: String, isPublic: Bool = true) throws(ToolFailure) -> LinuxNetwork {
    do {
      return try environment.network(isPublic: isPublic)
    } catch {
      throw ToolFailure(error, during: attempt)
    }
  }

  /// What routers are called: devices as they are known here, others as the system knows them.
  private func naming(_ network: LinuxNetwork) async throws(ToolFailure) -> Trace.Naming {
    let known = await deviceNames()
    guard environment.isReal else { return { known[$0.withoutZone] } }
    let system: Trace.Naming
    do {
      system = RouterNames.system(try await network.configuration())
    } catch {
      throw ToolFailure(error, during: "can't trace")
    }
    return { address in
      if let name = known[address.withoutZone] { return name }
      return await system(address)
    }
  }
}
