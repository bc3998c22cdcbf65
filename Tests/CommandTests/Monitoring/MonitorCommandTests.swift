import Foundation
import Sealing
import Testing

/// The commands of monitoring, run as a person would run them, while no server runs.
@Suite struct `homenet monitor, channel, alert and config` {
  private func run(_ arguments: [String], _ data: ScratchFolder) throws -> Command.Ending {
    var command = Command()
    command.arguments = arguments + ["--data", data.path]
    command.environment = ["HOMENET_CONFIG": "", "XDG_CONFIG_HOME": "/nonexistent"]
    return try command.run()
  }

  @Test func `monitors are added, listed, paused and removed in the store`() throws {
    let data = try ScratchFolder()
    let added = try run(
      ["monitor", "add", "tcp", "127.0.0.1:9", "--name", "Nine", "--id", "nine"],
      data
    )
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.output == "Nine is added; its id is nine\n")
    let again = try run(["monitor", "add", "tcp", "127.0.0.1:9", "--id", "nine"], data)
    #expect(again.status == 2)
    #expect(again.errors == "homenet: there is a monitor nine already\n")

    let listed = try run(["monitor", "list", "--format", "json"], data)
    #expect(listed.errors.contains("homenet serve is not running"))
    let list = try JSON(parsing: listed.output)
    #expect(try JSONSchema("homenet.monitors-1.json").violations(in: listed.output) == [])
    #expect(list.schema.string == "homenet.monitors/1")
    let monitor = try #require(list.monitors.array.first)
    #expect(monitor.name.string == "Nine")
    #expect(monitor.state.string == "unknown")

    let paused = try run(["monitor", "pause", "NINE"], data)
    #expect(paused.output == "Nine is paused\n")
    let shown = try run(["monitor", "show", "nine", "--format", "json"], data)
    #expect(try JSONSchema("homenet.monitor-1.json").violations(in: shown.output) == [])
    #expect(try JSON(parsing: shown.output).state.string == "paused")
    #expect(try run(["monitor", "resume", "nine"], data).output == "Nine is watched again\n")
    #expect(try run(["monitor", "remove", "nine"], data).output == "Nine is removed\n")
    let empty = try run(["monitor", "list", "--quiet"], data)
    #expect(empty.output + empty.errors == "")
  }

  @Test func `a check takes a server`() throws {
    let data = try ScratchFolder()
    for arguments in [
      ["monitor", "check", "x"], ["monitor", "suggest"], ["channel", "test", "x"],
    ] {
      let ending = try run(arguments, data)
      #expect(ending.status == 3)
      #expect(
        ending.errors == "homenet: homenet serve is not running with data in \(data.path);"
          + " start it, or give --data\n"
      )
    }
  }

  @Test func `what is wrong with a monitor is said in one line`() throws {
    let data = try ScratchFolder()
    let target = try run(["monitor", "add", "tcp", "nas.lan"], data)
    #expect(target.status == 2)
    #expect(target.errors.contains("target has to be a host and a port"))
    #expect(target.errors.split(separator: "\n").count == 1)
    let parent = try run(["monitor", "add", "icmp", "nas.lan", "--parent", "x"], data)
    #expect(parent.status == 2)
    #expect(try run(["monitor", "show", "x"], data).status == 2)
    #expect(try run(["monitor", "add", "ping", "nas.lan"], data).status == 2)
  }

  @Test func `mutes are stored`() throws {
    let data = try ScratchFolder()
    let muted = try run(["alert", "mute", "--all", "--for", "ever"], data)
    #expect(muted.status == 0, "\(muted.errors)")
    #expect(muted.output == "everything is muted for ever\n")
    #expect(try run(["alert", "unmute", "--all"], data).output == "nothing is muted\n")
    #expect(try run(["alert", "mute"], data).status == 2)
    #expect(try run(["alert", "list", "--format", "csv"], data).output.hasPrefix("time,state,"))
    #expect(try run(["alert", "acknowledge", "1"], data).status == 2)
  }

  @Test func `services are listed with their secrets`() throws {
    let ending = try Command("channel", "services", "--format", "csv").run()
    #expect(ending.status == 0)
    #expect(ending.lines.contains { $0.hasPrefix("ntfy,topic,needed,") })
    #expect(ending.lines.contains { $0.hasPrefix("ntfy,token,secret,") })
    #expect(ending.lines.contains { $0.hasPrefix("telegram,token,\"needed, secret\",") })
  }

  @Test func `a configuration file is checked, and its monitors are listed as locked`() throws {
    let data = try ScratchFolder()
    let file = data.path + "/homenet.toml"
    try """
    [serve]
    data = "\(data.path)"
    [monitor.nine]
    kind = "tcp"
    target = "127.0.0.1:9"
    """.write(toFile: file, atomically: false, encoding: .utf8)
    let good = try Command("config", "check", file).run()
    #expect(good.status == 0, "\(good.output)")
    #expect(good.output == "\(file): 1 monitor, 0 rules, 0 channels\n")

    var command = Command("monitor", "list", "--format", "json")
    command.environment = ["HOMENET_CONFIG": file]
    let list = try JSON(parsing: try command.run().output).monitors.array
    #expect(list.map { $0.source.string } == ["file"])
    command.arguments = ["monitor", "remove", "nine"]
    let removed = try command.run()
    #expect(removed.status == 2)
    #expect(removed.errors.contains("is declared in the configuration file"))
    command.arguments = ["config", "show", "--format", "json"]
    let text = try command.run().output
    #expect(try JSONSchema("homenet.config-1.json").violations(in: text) == [])
    let shown = try JSON(parsing: text)
    #expect(shown.serve.data.value.string == data.path)
    #expect(shown.serve.data.from.string == file)

    try "[monitor.nine]\nkind = \"tpc\"\n[sreve]\n".write(
      toFile: file,
      atomically: false,
      encoding: .utf8
    )
    let json = try Command("config", "check", file, "--format", "json").run()
    #expect(json.status == 2)
    #expect(try JSONSchema("homenet.config.check-1.json").violations(in: json.output) == [])
    let bad = try Command("config", "check", file).run()
    #expect(bad.status == 2)
    #expect(bad.lines.count == 2)
    #expect(bad.lines.first?.hasPrefix("\(file):2: monitor.nine: kind has to be one of ") == true)
    #expect(bad.lines.last == "\(file):3: there is no key sreve; did you mean serve?")
  }

  /// Sealed: a server that took such a file would look at this machine's network.
  @Test(.sealed) func `a server ends where its configuration is wrong`() throws {
    let data = try ScratchFolder()
    let file = data.path + "/homenet.toml"
    try "[sreve]\n".write(toFile: file, atomically: false, encoding: .utf8)
    let serve = try Command("serve", "--config", file, "--listen", "0", "--data", data.path).run()
    #expect(serve.status == 2)
    #expect(serve.errors.split(separator: "\n").count == 1)
  }

  @Test func `help knows the subcommands`() throws {
    let ending = try Command("help", "monitor", "list").run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.contains("USAGE: homenet monitor list"))
  }
}

/// The same commands beside the demo home, which they ask over its socket.
@Suite(.sealed, .serialized) struct MonitorServedTests {
  @Test func `commands ask the server that runs`() throws {
    let data = try ScratchFolder()
    let server = try Served("demo", "--still", "--no-history", "--data", data.path)
    func run(_ arguments: String...) throws -> Command.Ending {
      var command = Command()
      command.arguments = arguments + ["--data", data.path]
      return try command.run()
    }
    let added = try run("monitor", "add", "icmp", "192.168.77.1", "--id", "router")
    #expect(added.status == 0, "\(added.errors)")
    let json = try run("monitor", "check", "router", "--format", "json")
    #expect(try JSONSchema("homenet.monitor.check-1.json").violations(in: json.output) == [])
    let check = try run("monitor", "check", "router")
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    #expect(check.output.hasPrefix("192.168.77.1 is as it should be"))
    let closed = try run("monitor", "add", "tcp", "192.168.77.1:9", "--id", "closed")
    #expect(closed.status == 0, "\(closed.errors)")
    #expect(try run("monitor", "check", "closed").status == 1)
    let list = try run("monitor", "list", "--format", "json")
    #expect(list.errors == "")
    #expect(try JSON(parsing: list.output).monitors.array.count == 2)
    #expect(try run("monitor", "remove", "nobody").status == 2)
    #expect(try run("monitor", "remove", "closed").status == 0)
    #expect(try run("monitor", "suggest").status == 0)
    let twice = try run("monitor", "add", "icmp", "192.168.77.1", "--id", "router")
    #expect(twice.status == 2)
    #expect(twice.errors.split(separator: "\n").count == 1)
    #expect(try server.end() < Served.patience)
    // What was added is stored.
    let after = try run("monitor", "list", "--format", "csv", "--quiet")
    #expect(after.lines.count == 2)
  }

  @Test func `SIGHUP has the files read again, and broken ones change nothing`() throws {
    let data = try ScratchFolder()
    let file = data.path + "/homenet.toml"
    try "[monitor.nine]\nkind = \"tcp\"\ntarget = \"127.0.0.1:9\"\n".write(
      toFile: file,
      atomically: false,
      encoding: .utf8
    )
    var command = Command("serve", "--config", file, "--listen", "127.0.0.1:0")
    command.arguments += ["--data", data.path]
    // The shell becomes the server, and keeps its number. There is no network but loopback, and so nothing
    // to watch.
    command.setup = """
      told() { for i in $(seq 300); do grep -q "$1" /proc/$$/fd/2 && break; sleep 0.1; done; }
      { (for i in $(seq 300); do [ -S \(data.path)/control.sock ] && break; sleep 0.1; done; \
      kill -HUP $$; told 'the configuration was read again'; echo 'x = 1' >>\(file); \
      kill -HUP $$; told 'what was read before goes on'; kill $$) >/dev/null 2>&1 & }
      """
    let ending = try command.run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.errors.contains("the configuration was read again"), "\(ending.errors)")
    #expect(ending.errors.contains("what was read before goes on"), "\(ending.errors)")
    #expect(ending.errors.contains("homenet.toml:4: "), "\(ending.errors)")
  }
}
