import Foundation
import Sealing
import Testing

/// Commands that are ended while the system looks a name up, of a resolver that never answers.
@Suite(.sealed)
struct InterruptedLookupTests {
  /// What is sent to 192.0.2.53 arrives nowhere, and nobody says so.
  private static func silence(then last: String = #"exec "$@""#) -> String {
    """
    set -e
    ip link add near type veth peer name far
    ip link set far up
    ip link set near up
    ip addr add 192.0.2.1/24 dev near
    ip neigh add 192.0.2.53 lladdr 02:00:00:00:00:53 dev near nud permanent
    exec unshare --mount bash -c '
      mount -t tmpfs tmpfs /mnt
      echo "nameserver 192.0.2.53" > /mnt/resolv.conf
      echo "options timeout:30 attempts:2" >> /mnt/resolv.conf
      echo "hosts: files dns" > /mnt/nsswitch.conf
      mount --bind /mnt/resolv.conf /etc/resolv.conf
      mount --bind /mnt/nsswitch.conf /etc/nsswitch.conf
      \(last)' bash "$@"
    """
  }

  @Test(
    arguments: [
      ["ping", "nas.lab.test"], ["ping", "nas.lab.test", "tv.lab.test"],
      ["trace", "nas.lab.test"], ["ports", "nas.lab.test"],
      ["cert", "nas.lab.test"],
    ],
    [SIGINT, SIGTERM]
  )
  func `end at once`(arguments: [String], signal: Int32) throws {
    var command = Command()
    command.arguments = arguments
    command.setup = Self.silence()
    let ending = try command.run(signal: signal, after: 1.5)
    #expect(ending.seconds < 20, "not the minute that the resolver takes")
    #expect(ending.status == 1 && ending.output == "")
    #expect(
      ending.errors == "homenet: interrupted while nas.lab.test was being looked up\n",
      "\(ending.errors)"
    )
  }

  @Test(arguments: [
    ["whois", "example.com"], ["dns", "nas.lab.test", "A", "@https://dns.lab.test/dns-query"],
  ])
  func `end at once where the web is asked`(arguments: [String]) throws {
    let cache = try ScratchFolder()
    var command = Command()
    command.arguments = arguments + ["--format", "json"]
    command.environment = ["XDG_CACHE_HOME": cache.path]
    command.setup = Self.silence()
    let ending = try command.run(signal: SIGINT, after: 1.5)
    #expect(ending.seconds < 20, "not the minute that the resolver takes")
    #expect(ending.status == 1, "\(ending.errors)")
    #expect(try JSON(parsing: ending.output).interrupted.bool == true)
  }

  @Test func `free the seats of a served home's tools`() throws {
    let data = try ScratchFolder()
    var command = Command()
    command.arguments = ["serve", "--listen", "127.0.0.1:8099", "--data", data.path]
    command.setup = Self.silence(
      then: "\"$@\" > /mnt/log & python3 - <<<\"$VISITS\"; kill $!; wait"
    )
    command.environment = ["VISITS": Self.visits]
    let ending = try command.run()
    // Four that name many hosts leave no seat; once they have gone there is one.
    #expect(ending.output == "[200, 200, 200, 200] 429\n200\n", "\(ending.errors)")
    #expect(ending.seconds < 90, "not the hour that the resolver takes")
  }

  private static let visits = """
    import http.client, json, time
    def visit(hosts):
        connection = http.client.HTTPConnection("127.0.0.1", 8099, timeout=30)
        body = json.dumps({"hosts": hosts, "count": 1})
        kind = {"Content-Type": "application/json"}
        connection.request("POST", "/api/v1/tools/ping", body, kind)
        return connection, connection.getresponse()
    for attempt in range(300):
        try:
            http.client.HTTPConnection("127.0.0.1", 8099, timeout=30).connect()
            break
        except OSError:
            time.sleep(0.1)
    visits = [visit(["h%d.lab.test" % n for n in range(64)]) for _ in range(4)]
    found = [answer.status for _, answer in visits]
    print(found, visit(["127.0.0.1"])[1].status, flush=True)
    for connection, answer in visits:
        answer.close()
        connection.close()
    for attempt in range(40):
        status = visit(["127.0.0.1"])[1].status
        if status != 429:
            break
        time.sleep(1)
    print(status, flush=True)
    """
}
