import Foundation
import Sealing
import Testing

/// The tools of a served home, over HTTP, with real sockets.
@Suite(.sealed, .serialized)
struct ServedToolsTests {
  /// The last line that a tool tells, and how many lines of progress came before.
  private static func ask(
    _ server: Served,
    _ tool: String,
    _ body: String
  ) async throws -> (last: JSON, text: String, progress: Int) {
    let answer = try await server.send("POST", "tools/\(tool)", body)
    let lines = answer.body.split(separator: "\n")
    let text = lines.last.map(String.init) ?? ""
    let inner = text.dropFirst(#"{"report":"#.count).dropLast()
    return (try JSON(parsing: text.isEmpty ? "null" : text), String(inner), lines.count - 1)
  }

  /// What was sent to the device at an address, by purpose.
  private static func sent(_ server: Served, _ address: String) async throws -> [String: JSON] {
    let devices = try await server.devices(atLeast: 30)
    let id = try #require(devices.first { $0.ip.string == address }?.id.string)
    let full = try JSON(parsing: try await server.send("GET", "devices/\(id)").body)
    let own = full.explanation.sent.array.filter { $0.to.string == address }
    return Dictionary(own.map { ($0.purpose.string ?? "", $0) }) { first, _ in first }
  }

  private static func refusal(
    _ server: Served,
    _ tool: String,
    _ body: String
  ) async throws -> Int? {
    let last = try await ask(server, tool, body).last
    #expect(last.report == .null, "\(tool) \(body)")
    return (last.error.status.number ?? last.status.number).map { Int($0) }
  }

  /// Gives this namespace an address, or takes it away.
  private static func changeAddress(_ change: String, _ address: String) throws {
    let ip = Process()
    ip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    ip.arguments = ["ip", "address", change, "\(address)/32", "dev", "lo"]
    try ip.run()
    ip.waitUntilExit()
  }

  @Test func `ask the demo home's devices, and report as the commands do`() async throws {
    let data = try ScratchFolder()
    let server = try Served("demo", "--still", "--data", data.path)
    _ = try await server.devices(atLeast: 30)
    let offered = try JSON(parsing: try await server.send("GET", "tools").body).tools.array
    #expect(offered.map(\.name.string) == ["ping", "trace", "ports", "cert"])

    let ping = try await Self.ask(
      server,
      "ping",
      #"{"hosts":["192.168.77.22","192.168.77.21"],"count":3,"interval":0.2}"#
    )
    #expect(try JSONSchema("homenet.ping-1.json").violations(in: ping.text) == [])
    #expect(ping.last.report.targets.array.map(\.received.number) == [3, 3])
    #expect(
      ping.last.report.targets.array.map(\.host.string) == ["192.168.77.22", "192.168.77.21"]
    )
    #expect(ping.progress >= 12)

    let trace = try await Self.ask(server, "trace", #"{"host":"192.168.77.1"}"#)
    #expect(try JSONSchema("homenet.trace-1.json").violations(in: trace.text) == [])
    #expect(trace.last.report.reached.bool == true)
    #expect(trace.last.report.mtu == .null)
    let measured = try await Self.ask(
      server,
      "trace",
      #"{"host":"192.168.77.1","mtu":true,"flows":"dublin"}"#
    )
    #expect(try JSONSchema("homenet.trace-1.json").violations(in: measured.text) == [])
    #expect(measured.last.report.mtu.path.number == measured.last.report.mtu.link.number)
    #expect(measured.last.report.flows.array.count == 8)
    // Echoes may be forbidden, and a connect is never cut into pieces.
    let pieces = #"{"hosts":["192.168.77.22"],"method":"tcp","fragmentation":"do"}"#
    #expect(try await Self.refusal(server, "ping", pieces) == 422)
    let whole = try await Self.ask(server, "ping", pieces).last
    #expect(whole.code.string == "error.connect_whole")
    #expect(whole.detail.string == "A TCP connect is never cut into pieces.")
    let near = #"{"hosts":["192.168.77.22"],"count":1,"ttl":1,"fragmentation":"dont"}"#
    let once = try await Self.ask(server, "ping", near)
    #expect(once.last.report.targets.array.map(\.received.number) == [1])
    #expect(try await Self.refusal(server, "ping", #"{"hosts":["a"],"ttl":0}"#) == 422)

    let ports = try await Self.ask(server, "ports", #"{"hosts":["192.168.77.1"]}"#)
    #expect(try JSONSchema("homenet.ports-1.json").violations(in: ports.text) == [])
    let open = ports.last.report.hosts.array.first?.ports.array ?? []
    #expect(Set(open.compactMap(\.port.number)).isSuperset(of: [21, 80, 443]))
    #expect(open.first { $0.port.number == 21 }?.version.string?.contains("FRITZ") == true)

    let some = #"{"hosts":["192.168.77.1","nobody"],"ports":"80"}"#
    let found = try await Self.ask(server, "ports", some)
    #expect(try JSONSchema("homenet.ports-1.json").violations(in: found.text) == [])
    #expect(found.last.report.hosts.array.map(\.host.string) == ["192.168.77.1"])
    #expect(found.last.report.unknown.array.map(\.host.string) == ["nobody"])
    #expect(
      found.last.report.unknown.array.map(\.because.string)
        == ["no device here is called 'nobody'"]
    )

    // A device's name does as well, as soon as it is known.
    for _ in 0..<200 {
      let names = try await server.devices(atLeast: 30).compactMap(\.name.string)
      if names.contains("Kitchen") { break }
      try await Task.sleep(for: .milliseconds(100))
    }
    let named = try await Self.ask(server, "ping", #"{"hosts":["Kitchen"],"count":1}"#)
    #expect(named.last.report.targets.array.first?.address.string == "192.168.77.21")

    let cert = try await Self.ask(server, "cert", #"{"host":"192.168.77.1"}"#)
    #expect(try JSONSchema("homenet.cert-1.json").violations(in: cert.text) == [])
    #expect(cert.last.report.certificate.issuer.string == "CN=fritz.box")
    // A version each; one more where it had to wait for another tool.
    #expect(cert.progress >= 4)

    // What the tools sent to a device is in its ledger.
    let speaker = try await Self.sent(server, "192.168.77.22")
    #expect((speaker["path"]?.packets.number ?? 0) >= 4)
    let router = try await Self.sent(server, "192.168.77.1")
    #expect((router["tls"]?.connections.number ?? 0) >= 1)
    #expect((router["tls"]?.bytes.number ?? 0) > 0)
    #expect((router["path"]?.packets.number ?? 0) >= 1)
    // The watch asks far fewer ports than the tool's thousand.
    let probes = router["ports"]
    #expect((probes?.connections.number ?? 0) + (probes?.packets.number ?? 0) >= 990)
    #expect(try server.end() < Served.patience)
  }

  @Test func `of the demo send nothing outside its home, whatever is asked`() async throws {
    // An address of the demo home that this namespace has, too: whatever were sent here would
    // arrive here.
    let address = "192.168.77.250"
    try Self.changeAddress("replace", address)
    defer { try? Self.changeAddress("delete", address) }
    let here = try LoopbackListener(address)
    let loopback = try LoopbackListener("127.0.0.1")
    let data = try ScratchFolder()
    let server = try Served("demo", "--still", "--data", data.path)
    _ = try await server.devices(atLeast: 30)

    let ping = try await Self.ask(
      server,
      "ping",
      #"{"hosts":["\#(address)"],"count":2,"interval":0.2,"timeout":0.3}"#
    )
    #expect(ping.last.report.targets.array.first?.received.number == 0)
    let connect = try await Self.ask(
      server,
      "ping",
      #"{"hosts":["\#(address)"],"count":2,"interval":0.2,"method":"tcp","port":\#(here.port)}"#
    )
    #expect(connect.last.report.targets.array.first?.received.number == 0)
    let ports = try await Self.ask(
      server,
      "ports",
      #"{"hosts":["\#(address)"],"ports":"\#(here.port)"}"#
    )
    #expect(ports.last.report.hosts.array.first?.counts.open.number == 0)
    let cert = try await Self.ask(
      server,
      "cert",
      #"{"host":"\#(address)","port":\#(here.port),"timeout":1}"#
    )
    #expect(cert.last.report.problems.array.first?.code.string == "no_connection")
    let trace = try await Self.ask(
      server,
      "trace",
      #"{"host":"\#(address)","mode":"tcp","port":\#(here.port),"max_hops":2,"timeout":0.2}"#
    )
    #expect(trace.last.report.reached.bool == false)
    #expect(here.visitors() == 0)

    // What /etc/hosts knows is not looked up either.
    for host in ["localhost", "example.com", "8.8.8.8", "127.0.0.1", "::1", "::ffff:127.0.0.1"] {
      let port = loopback.port
      let status = try await Self.refusal(server, "cert", #"{"host":"\#(host)","port":\#(port)}"#)
      #expect(status == (host.contains("o") ? 404 : 403), "\(host)")
      let ports = #"{"hosts":["\#(host)"],"ports":"\#(port)"}"#
      #expect(try await Self.refusal(server, "ports", ports) == status)
      #expect(try await Self.refusal(server, "ping", #"{"hosts":["\#(host)"]}"#) == status)
      #expect(try await Self.refusal(server, "trace", #"{"host":"\#(host)"}"#) == status)
    }
    #expect(try await Self.refusal(server, "whois", #"{"subject":"10.0.0.1"}"#) == 404)
    #expect(loopback.visitors() == 0)
    #expect(try server.end() < Served.patience)
  }

  @Test func `of a real home don't open its own machine's doors`() async throws {
    let loopback = try LoopbackListener("127.0.0.1")
    // As an address on the home's network, behind a firewall that lets this machine in.
    let address = "10.78.0.2"
    try Self.changeAddress("replace", address)
    defer { try? Self.changeAddress("delete", address) }
    let here = try LoopbackListener(address)
    let data = try ScratchFolder()
    let server = try Served("serve", "--data", data.path)
    for host in [
      "127.0.0.1", "localhost", "::1", "0.0.0.0", "::ffff:127.0.0.1", "169.254.169.254",
      "224.0.0.1", "fd00:ec2::254", "[::1]",
    ] {
      let port = loopback.port
      let cert = #"{"host":"\#(host)","port":\#(port)}"#
      #expect(try await Self.refusal(server, "cert", cert) == 403, "\(host)")
      let ports = #"{"hosts":["\#(host)"],"ports":"\#(port)"}"#
      #expect(try await Self.refusal(server, "ports", ports) == 403, "\(host)")
    }
    #expect(loopback.visitors() == 0)
    for host in [address, "::ffff:\(address)"] {
      let cert = #"{"host":"\#(host)","port":\#(here.port)}"#
      #expect(try await Self.refusal(server, "cert", cert) == 403, "\(host)")
      let dns = #"{"name":"a.example","servers":["[\#(host)]:\#(here.port)"],"transport":"tcp"}"#
      #expect(try await Self.refusal(server, "dns", dns) == 403, "\(host)")
      let usual = #"{"name":"a.example","servers":["[\#(host)]"],"transport":"tcp"}"#
      #expect(try await Self.refusal(server, "dns", usual) == 403, "\(host)")
    }
    #expect(here.visitors() == 0)
    let printer = #"{"host":"192.168.1.9","port":9100}"#
    #expect(try await Self.refusal(server, "cert", printer) == 403)
    let several = #"{"hosts":["192.168.1.9"],"ports":"1-70000"}"#
    #expect(try await Self.refusal(server, "ports", several) == 422)
    let slowly = #"{"hosts":["192.168.1.9"],"ports":"53","udp":true,"rate":10}"#
    #expect(try await Self.refusal(server, "ports", slowly) == 422)
    let many = (1...5).map { "\"192.168.1.\($0)\"" }.joined(separator: ",")
    let all = #"{"hosts":[\#(many)],"ports":"1-65535"}"#
    #expect(try await Self.refusal(server, "ports", all) == 422)
    // Nobody is asked of what no registry has.
    let whois = try await Self.ask(server, "whois", #"{"subject":"10.0.0.1"}"#)
    #expect(try JSONSchema("homenet.whois-1.json").violations(in: whois.text) == [])
    #expect(whois.last.report.special_use.string == "private use (RFC 1918)")
    let systems = try await Self.ask(server, "asn", #"{"subjects":["10.0.0.1","AS64496"]}"#)
    #expect(try JSONSchema("homenet.asn-1.json").violations(in: systems.text) == [])
    for body in [
      #"{"name":"example.com","servers":["127.0.0.1:\#(loopback.port)"],"transport":"tcp"}"#,
      #"{"name":"example.com","servers":["169.254.169.254"]}"#,
      #"{"name":"example.com","servers":["192.168.1.9:9100"],"transport":"tcp"}"#,
      #"{"name":"example.com","servers":["127.0.0.1"],"transport":"tcp"}"#,
      #"{"name":"\\010FLUSHALL\\010.example","servers":["192.168.1.9:6379"],"transport":"tcp"}"#,
      // The length of the second label is a line end.
      #"{"name":"x.flush_all\\032.aaaaaaaaaa","servers":["192.168.1.9:11211"],"transport":"tcp"}"#,
      #"{"name":"x.flush_all\\032.aaaaaaaaaa","servers":["192.168.1.9:11211"]}"#,
      #"{"name":"example.com","servers":["192.168.1.9:443"],"transport":"tls"}"#,
    ] {
      #expect(try await Self.refusal(server, "dns", body) == 403, "\(body)")
    }
    for port in [53, 853, 5053, 5335, 5353] {
      let body = #"{"name":"a.example","servers":["192.168.1.9:\#(port)"],"timeout":0.5}"#
      let last = try await Self.ask(server, "dns", body).last
      #expect((last.error.status.number ?? last.status.number) != 403, "\(port)")
    }
    // Signatures are checked where that is wanted.
    let offered = try JSON(parsing: try await server.send("GET", "tools").body).tools.array
    let options = offered.first { $0.name.string == "dns" }?.options.array ?? []
    #expect(options.first { $0.name.string == "dnssec" }?.kind.string == "flag")
    let names = ["trace", "name_servers", "nsid", "class"]
    #expect(Set(options.compactMap(\.name.string)).isSuperset(of: names))
    let both = #"{"name":"example.com","trace":true,"name_servers":true,"class":"CH"}"#
    #expect(try await Self.refusal(server, "dns", both) == 422)
    let unclear = #"{"name":"example.com","dnssec":"perhaps"}"#
    #expect(try await Self.refusal(server, "dns", unclear) == 422)
    #expect(loopback.visitors() == 0)
    #expect(try server.end() < Served.patience)
  }
}
