import Foundation
import Sealing
import Testing

/// The demo home, served by the built program, asked over HTTP as a browser would.
@Suite(.sealed, .serialized)
struct ServeTests {
  @Test func `a name given in the demo home survives kill -9`() async throws {
    let data = try ScratchFolder()
    var server = try Served("demo", "--still", "--data", data.path)
    let devices = try await server.devices(atLeast: 30)
    let target = try #require(devices.first { $0.ip.string == "192.168.77.22" }?.id.string)
    let renamed = try await server.send(
      "PATCH",
      "devices/\(target)",
      #"{"user_name":"Ada’s <b>machine</b>","note":"under the desk"}"#
    )
    #expect(renamed.status == 200, "\(renamed.body)")
    server.kill()

    server = try Served("demo", "--still", "--data", data.path)
    _ = try await server.devices(atLeast: 30)
    let again = try await server.send("GET", "devices/\(target)")
    let device = try JSON(parsing: again.body)
    #expect(device.user_name.string == "Ada’s <b>machine</b>")
    #expect(device.name.string == "Ada’s <b>machine</b>")
    #expect(device.note.string == "under the desk")
    #expect(try server.end() < Served.patience)
  }

  @Test func `the demo home has a year of history, made at the first start`() async throws {
    let data = try ScratchFolder()
    var server = try Served("demo", "--still", "--data", data.path)
    _ = try await server.devices(atLeast: 31)
    #expect(server.errors.contains("making up a year"))
    let listing = ["events", "--since", "360d", "--format", "json", "--data", data.path]
    var command = Command()
    command.arguments = listing + ["--kind", "gateway_mac_changed"]
    let router = try JSON(parsing: try command.run().output).changes.array
    #expect(router.count <= 1)
    command.arguments = listing
    let first = try JSON(parsing: try command.run().output).changes.array
    #expect(first.count >= 900)
    server.kill()

    server = try Served("demo", "--still", "--data", data.path)
    #expect(!server.errors.contains("making up a year"))
    #expect(try server.end() < Served.patience)
  }

  @Test func `without a history the demo home is found as on the first day`() async throws {
    let data = try ScratchFolder()
    let server = try Served("demo", "--still", "--no-history", "--data", data.path)
    let devices = try await server.devices(atLeast: 31)
    #expect(devices.count == 31)
    #expect(try server.end() < Served.patience)
  }

  @Test func `it ends within a second by any signal, event streams open or not`() async throws {
    let data = try ScratchFolder()
    let server = try Served("demo", "--still", "--data", data.path)
    let stream = Task { [port = server.port] in
      try await Served.send("GET", "events", port: port)
    }
    _ = try await server.devices(atLeast: 5)
    #expect(try server.end() < Served.patience)
    _ = try? await stream.value
  }

  @Test func `a port that is taken is one line, and nothing is scanned`() throws {
    let first = try ScratchFolder()
    let second = try ScratchFolder()
    let server = try Served("demo", "--still", "--data", first.path)
    let ending = try Command(
      "demo",
      "--quiet",
      "--data",
      second.path,
      "--listen",
      "127.0.0.1:\(server.port)"
    ).run()
    #expect(ending.status == 3)
    #expect(ending.output == "")
    #expect(ending.errors.hasPrefix("homenet: 127.0.0.1:\(server.port) is in use"))
    #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
    #expect(try server.end() < Served.patience)
  }

  @Test func `a second address that is taken is one line, too`() throws {
    let taken = try LoopbackListener("127.0.0.1")
    for order in [[0, taken.port], [taken.port, 0]] {
      let data = try ScratchFolder()
      let listen = order.flatMap { ["--listen", "127.0.0.1:\($0)"] }
      var command = Command("demo", "--still", "--quiet", "--data", data.path)
      command.arguments += listen
      let ending = try command.run()
      #expect(ending.status == 3)
      #expect(ending.errors.hasPrefix("homenet: 127.0.0.1:\(taken.port) is in use"))
      #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
    }
  }

  @Test func `data that another homenet keeps is one line`() throws {
    let data = try ScratchFolder()
    let server = try Served("demo", "--still", "--data", data.path)
    let ending = try Command("demo", "--quiet", "--listen", "0", "--data", data.path).run()
    #expect(ending.status == 3)
    #expect(ending.errors.contains("is in use by another homenet"))
    #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
    #expect(try server.end() < Served.patience)
  }

  @Test func `others need a password`() throws {
    let data = try ScratchFolder()
    let ending = try Command("serve", "--listen", "0.0.0.0:0", "--data", data.path).run()
    #expect(ending.status == 2)
    #expect(ending.errors.contains("no password is set"))
    #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
  }

  @Test func `without a home there is nowhere to keep data`() throws {
    var command = Command("serve", "--listen", "0")
    command.environment = ["HOME": "", "XDG_DATA_HOME": ""]
    let ending = try command.run()
    #expect(ending.status == 2)
    #expect(
      ending.errors
        == "homenet: neither HOME nor XDG_DATA_HOME says where to keep data: name a directory by --data\n"
    )
  }

  @Test func `data that others could replace are warned about, and served all the same`() throws {
    let data = try ScratchFolder()
    chmod(data.path, 0o777)
    let server = try Served("demo", "--still", "--data", data.path)
    #expect(try server.end() < Served.patience)
    let expected = "homenet: others may write to \(data.path), and could replace what is kept there"
    #expect(server.errors.contains(expected), "\(server.errors)")
  }

  @Test func `a password that others may read is one line, and nothing is served`() throws {
    let data = try ScratchFolder()
    var password = Command("serve", "--set-password", "--data", data.path)
    password.setup = "exec <<<'correct horse battery'"
    #expect(try password.run().status == 0)
    chmod(data.path + "/password", 0o644)
    let ending = try Command("demo", "--quiet", "--still", "--listen", "0", "--data", data.path)
      .run()
    #expect(ending.status == 3)
    let line =
      "homenet: \(data.path)/password holds secrets, and others may read it: run chmod 600 on it\n"
    #expect(ending.errors == line)
  }

  @Test func `a damaged inventory is said aloud, and the home is served all the same`() async throws
  {
    let data = try ScratchFolder()
    let file = data.path + "/homenet.sqlite"
    try String(repeating: "no database", count: 500)
      .write(toFile: file, atomically: false, encoding: .utf8)
    let server = try Served("demo", "--still", "--data", data.path)
    let status = try JSON(parsing: try await server.send("GET", "status").body)
    #expect(status.storage.problem.string?.contains("can't be read") == true)
    #expect(status.demo.bool == true)
    let schema = try JSONSchema("homenet.serve-1.json")
    #expect(try schema.violations(in: server.greeting) == [])
    #expect(try server.end() < Served.patience)
    #expect(server.errors.contains("homenet: \(file) can't be read"))
  }
}
