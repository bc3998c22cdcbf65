import Foundation
import Sealing
import Testing

/// What is mistyped or impossible ends with one clear line and the design's exit code.
@Suite(.sealed)
struct BadInputTests {
  private static let noZone = "fe80::1 is on every link: say on which, as in fe80::1%eth0"

  @Test(arguments: [
    (["scan", "--network", "10.0.0.0/33"], "'10.0.0.0/33' is neither a network"),
    (["scan", "--network", "10.0.0.0/8"], "10.0.0.0/8 is larger than a /16; name a part of it"),
    (["scan", "--network", "8.8.8.0/24"], "8.8.8.0/24 is not a private network"),
    (["scan", "--network", "wlan9"], "there is no interface 'wlan9'; there is lo"),
    (["scan", "--network", "fe80::/64"], "can't be swept"),
    (["scan", "--exclude", "nobody"], "'nobody' is neither an address nor a network"),
    (["scan", "--timeout", "-1"], "timeout"),
    (["scan", "--settle", "soon"], "'soon' is not a duration"),
    (["scan", "--settle", "1s"], "--settle needs --discover-only"),
    (["scan", "--format", "xml"], "'xml' is invalid"),
    (["scan", "--watch", "--format", "csv"], "--watch prints JSON"),
    (["scan", "--quiet", "--verbose"], "exclude each other"),
    (["scan", "--quiet", "--log-level", "debug"], "exclude each other"),
    (["scan", "--log-level", "loud"], "'loud' is not a log level; levels are trace, debug, info"),
    (
      ["serve", "--log-level", "wifi=debug"], "'wifi' is not a log category; there are discovery"
    ),
    (["scan", "--replay", "/nonexistent"], "can't read /nonexistent"),
    (["scan", "--replay", "/dev/null"], "line 1 is not a part of a recording"),
    (["scan", "--frobnicate"], "Unknown option '--frobnicate'"),
    (
      ["scan", "--frmat", "json"], "'--frmat'; did you mean '--format'? 'homenet scan --help' lists"
    ),
    (["frobnicate"], "no such command 'frobnicate'; 'homenet --help' lists"),
    (["scna"], "no such command 'scna'; did you mean 'scan'?"),
    (["scna", "--frobnicate"], "no such command 'scna'; did you mean 'scan'?"),
    (["help", "nosuch"], "no such command 'nosuch'; 'homenet --help' lists"),
    (["help", "trcae"], "no such command 'trcae'; did you mean 'trace'?"),
    (["help", "trace", "hops"], "no such command 'trace hops'"),
    (["scan", "10.0.0.0/33"], "'10.0.0.0/33' is neither a network"),
    (["scan", "10.0.0.0/8"], "10.0.0.0/8 is larger than a /16; name a part of it"),
    (["scan", "8.8.8.0/24"], "8.8.8.0/24 is not a private network"),
    (["scan", "wlan9"], "there is no interface 'wlan9'; there is lo"),
    (["scan", "lo", "--replay", "/nonexistent"], "a network needs a scan"),
    (["ping", "10.0.0.0/19"], "10.0.0.0/19 holds 8190 addresses, and at most 4096 can be asked"),
    (["ping", "10.0.0.0/33"], "'10.0.0.0/33' is no network such as"),
    (["ping", "127.0.0.9-1"], "its last address is below its first"),
    (["ports", "10.0.0.0/20"], "10.0.0.0/20 holds 4094 addresses, and at most 1024 can be asked"),
    (["explain"], "<device>'; 'homenet explain --help' lists"),
    (["devices", "--data", ""], "--data needs the name"),
    (["explain", "x", "--stored", "--replay", "y"], "exclude each other"),
    (["demo", "--scan", "--lan"], "--lan is for a home that is served"),
    (["demo", "--record", "x"], "--record needs --scan"),
    (["demo", "--format", "csv"], "--format csv needs --scan"),
    (["serve", "--listen", "home"], "'home' is no address and port"),
    (["serve", "--listen", "127.0.0.1:99999"], "is no address and port"),
    (["serve", "--listen", "0", "--lan"], "--lan and --listen exclude each other"),
    (["serve", "--every", "1s"], "--every is at least 20s"),
    (["serve", "--tls-key", "x"], "--tls-cert and --tls-key need each other"),
    (["serve", "--set-password", "--new-token", "x"], "exclude each other"),
    (["serve", "--trusted-host", "http://home/"], "'http://home/' is not a host name"),
    (["serve", "--trusted-host", ""], "'' is not a host name"),
    (["explain", " "], "DEVICE is empty"),
    (["diagnose", "ftp://a.test"], "is neither"),
    (["diagnose", "-4", "::1"], "::1 is not an IPv4 address"),
    (["asn"], "'homenet asn --help' lists"),
    (["asn", "-", "AS1"], "- stands alone"),
    (["asn", "-"], "give 1 to 1000 addresses or systems"),
    (
      ["asn", "192.0.2.1", "example.org"], "'example.org' is neither an IP address nor an AS number"
    ),
    (["serve", "--network", "10.0.0.0/33"], "'10.0.0.0/33' is neither a network"),
    // As ping(8) and traceroute(8) have it, values may follow their letters at once.
    (["ping", "-c0", "127.0.0.1"], "a count is 1 at least"),
    (["ping", "-i", "1ms", "127.0.0.1"], "an interval is 10ms at least, and a day at most"),
    (["trace", "-m0", "127.0.0.1"], "a route has 1 to 255 hops"),
    (["ports", "-p0", "127.0.0.1"], "'0' is not a port"),
    (["cert", "0.0.0.0"], "0.0.0.0 is not an address that a device can have"),
    (["cert", "[ff02::1]:443"], "ff02::1 is not an address that a device can have"),
    (["ports", "0.0.0.0"], "0.0.0.0 is not an address that a device can have"),
    (["ports", "127.0.0.1", "224.0.0.1"], "224.0.0.1 is not an address that a device can have"),
    (["ping", "fe80::1"], Self.noZone), (["ping", "127.0.0.1", "fe80::1"], Self.noZone),
    (["trace", "fe80::1"], Self.noZone), (["ports", "127.0.0.1", "fe80::1"], Self.noZone),
    (["cert", "fe80::1"], Self.noZone), (["cert", "[fe80::1]:443"], Self.noZone),
    (["diagnose", "fe80::1"], Self.noZone), (["diagnose", "http://[fe80::1]/"], Self.noZone),
    (["dns", "a.test", "@fe80::1"], Self.noZone),
    (["cert", "127.0.0.1", "--servername", ""], "'' can't be a host's name: it is empty"),
    (["cert", "127.0.0.1", "--servername", "x\ny"], "can't be a host's name: it has letters"),
    (["cert", "127.0.0.1", "--pem", "--format", "csv"], "--pem can't be combined with --format"),
    (["cert", "127.0.0.1", "--pem", "--ciphers"], "--pem can't be combined with --ciphers"),
    (["cert", "127.0.0.1", "--ca-file", "/nonexistent"], "can't read /nonexistent"),
    (["cert", "127.0.0.1", "--ca-file", "/etc/passwd"], "no certificate in /etc/passwd"),
    (["dns", "x.test", "A", "--tls", "--ca-file", "/nonexistent"], "can't read /nonexistent"),
    (["dns", "x.test", "--https", "--ca-file", "/etc/passwd"], "no certificate in /etc/passwd"),
    (["ping", "127.0.0.1", "--tcp", "80", "--size", "56"], "a TCP connect carries no bytes"),
    (["trace", "127.0.0.1", "--mode", "icmp", "--port", "80"], "an echo has no port"),
    (["trace", "127.0.0.1", "--mode", "icmp", "--flows", "dublin"], "echoes are one stream"),
    (["trace", "127.0.0.1", "--mode", "icmp", "--flows", "each"], "echoes are one stream"),
    (["trace", "127.0.0.1", "--streams", "8"], "--streams is for --flows dublin"),
    (
      ["trace", "127.0.0.1", "--flows", "paris", "--streams", "4"],
      "--streams is for --flows dublin"
    ),
    (["ports", "127.0.0.1", "--retries", "0", "--max-miss-rate", "0.1"], "not with --retries 0"),
    (["ports", "127.0.0.1", "--max-miss-rate", "nan"], "--max-miss-rate is between 0 and 1"),
    (["cert", "127.0.0.1:993", "--starttls", "imap"], "on port 993 TLS is spoken from the first"),
    (["asn", "10.0.0.1", "fd00::1", "--prefixes"], "--prefixes lists what a system announces"),
    (["diagnose", "-6"], "-6 is for a host's address"),
    (["dns", "x.test", "--trace", "@192.0.2.1"], "--trace starts at the root's servers"),
    (["dns", "x.test", "--tcp", "@tls://192.0.2.1"], "--tcp is for servers that don't say how"),
    (["dns", "x.test", "--port", "5353", "@192.0.2.1:53"], "--port is for servers that don't say"),
    (["dns", "x.test", "--https", "--port", "8443", "@192.0.2.1"], "--port isn't for HTTPS"),
    (["dns", "x.test", "--tls", "--tries", "2"], "--tries is for datagrams"),
    (["dns", "x.local", "--tcp"], "this name is looked up by multicast DNS"),
    (["dns", "x.local", "--port", "53"], "this name is looked up by multicast DNS"),
    (["dns", "x.local", "--dnssec"], "this name is looked up by multicast DNS"),
    (["dns", "x.test", "--ca-file", "/dev/null"], "--ca-file is for --tls, --https"),
    (["dns", "x.test", "@192.0.2.1", "--insecure"], "--insecure is for --tls, --https"),
  ])
  func `usage errors end with 2`(arguments: [String], message: String) throws {
    var command = Command()
    command.arguments = arguments
    let ending = try command.run()
    #expect(ending.status == 2)
    #expect(ending.output == "")
    #expect(ending.errors.contains(message), "\(ending.errors)")
    #expect(ending.errors.hasPrefix("homenet: "))
    #expect(ending.errors.split(separator: "\n").count == 1)
  }

  @Test func `a wrong value is named once`() throws {
    let ending = try Command("scan", "--settle", "soon").run()
    #expect(
      ending.errors
        == "homenet: --settle: 'soon' is not a duration such as 200ms, 2s, 5m, 1h or 1.5\n"
    )
  }

  @Test func `no network ends with 3`() throws {
    let ending = try Command("scan").run()
    #expect(ending.status == 3)
    #expect(ending.output == "")
    #expect(ending.errors == "homenet: no network: there is no interface but loopback\n")
  }

  @Test func `a network that nothing leads to ends with 3`() throws {
    let ending = try Command("scan", "--network", "10.1.2.0/24").run()
    #expect(ending.status == 3)
    #expect(ending.errors.contains("no route leads to 10.1.2.0/24"))
  }

  @Test(arguments: [
    ("ip link add d0 type veth peer name e0", ["--network", "d0"], "interface d0 is down"),
    (
      "ip link add d0 type veth peer name e0; ip link set d0 up", ["--network", "d0"],
      "interface d0 has no carrier"
    ),
    ("ip link add d0 type veth peer name e0", [], "no network to scan (e0: down; d0: down)"),
    (
      """
      ip link add d0 type veth peer name e0; ip link set e0 addrgenmode none
      ip link set d0 up; ip link set e0 up
      ip address add 10.0.0.1/8 dev d0
      """, [], "d0 10.0.0.0/8: larger than a /16"
    ),
  ])
  func `an interface that can't be used ends with 3`(
    setup: String,
    arguments: [String],
    message: String
  ) throws {
    var command = Command()
    command.arguments = ["scan"] + arguments
    command.setup = setup
    let ending = try command.run()
    #expect(ending.status == 3)
    #expect(ending.output == "")
    #expect(ending.errors.contains(message), "\(ending.errors)")
    #expect(ending.errors.split(separator: "\n").count == 1)
  }

  @Test func `an interface beside one that is too large is scanned, the other named`() throws {
    var command = Command("scan", "--discover-only", "--settle", "100ms", "--format", "json")
    command.setup = """
      ip link add d0 type veth peer name e0; ip link set e0 addrgenmode none
      ip link set d0 up; ip link set e0 up
      ip address add 10.0.0.1/8 dev d0; ip address add 192.168.5.1/24 dev d0
      """
    let ending = try command.run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.errors.contains("warning: not scanned: d0 10.0.0.0/8, larger than a /16"))
    let networks = try JSON(parsing: ending.output).networks.array
    #expect(networks.count { $0.skipped == .null } == 1)
  }

  @Test(arguments: [
    ("exec >/dev/full", "No space left on device"), ("exec >&-", "Bad file descriptor"),
  ])
  func `output that is lost ends with 3`(setup: String, reason: String) throws {
    for arguments in [["--version"], ["ping", "127.0.0.1", "-c", "1", "--format", "json"]] {
      var command = Command()
      command.arguments = arguments
      command.setup = setup
      let ending = try command.run()
      #expect(ending.status == 3)
      #expect(ending.errors.hasSuffix("homenet: can't write the output: \(reason)\n"))
    }
  }

  @Test func `help and version go to standard output`() throws {
    for arguments in [
      ["--help"], ["scan", "--help"], ["--version"], ["help", "doctor"], ["help"],
      ["help", "trace"],
      ["help", "trace", "--help"],
    ] {
      var command = Command()
      command.arguments = arguments
      let ending = try command.run()
      #expect(ending.status == 0)
      #expect(ending.errors == "")
      #expect(!ending.output.isEmpty)
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions are made for each shell`(shell: String) throws {
    let ending = try Command("--generate-completion-script", shell).run()
    #expect(ending.status == 0)
    #expect(ending.output.contains("discover-only"))
  }

  @Test func `the doctor says what is wrong, and follows its schema`() throws {
    let ending = try Command("doctor", "--format", "json").run()
    #expect(ending.status == 1)
    #expect(try JSONSchema("homenet.doctor-1.json").violations(in: ending.output) == [])
    let text = try Command("doctor").run()
    #expect(text.output.contains("Interface        does not  no network"))
    #expect(text.output.contains("Neighbour table  works"))
  }

  @Test func `in an empty loopback network there is nobody but this machine`() throws {
    let ending = try Command("scan", "127.77.0.0/29", "--format", "json", "--timeout", "8s").run()
    #expect(ending.status == 0)
    #expect(try JSONSchema("homenet.scan-1.json").violations(in: ending.output) == [])
    let scan = try JSON(parsing: ending.output)
    #expect(scan.networks.array.map(\.cidr.string) == ["127.77.0.0/29"])
    let devices = scan.devices.array
    #expect(devices.allSatisfy { $0.`self`.bool == true })
  }
}
