import ArgumentParser
import Foundation
import Logging
import Monitoring
import Testing
import Wire

@testable import homenet

/// The configuration files, read again while the program runs.
@Suite struct ConfigurationReloadTests {
  private func reload(_ path: String) -> ConfigurationReload {
    ConfigurationReload(
      ConfigurationFiles(named: path, environment: { _ in nil }),
      from: HomeConfiguration(),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
  }

  private static let good = """
    [monitor.router]
    kind = "icmp"
    target = "192.168.1.1"

    """

  @Test func `what a file says now is read`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/homenet.toml"
    try Self.good.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(reload(path).read()?.declared.monitors.map(\.id) == ["router"])
  }

  @Test(arguments: ["[monitor.nas]\nkind = \"icmp\"\n", "[", "x = 1\n"])
  func `a broken file is refused as a whole`(rest: String) throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/homenet.toml"
    let text = Self.good + rest
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(reload(path).read() == nil)
    #expect(reload(folder.path + "/gone.toml").read() == nil)
  }

  @Test func `options of serve win over the configuration`() throws {
    var settings = ServeSettings()
    settings.set(.listen, .texts(["127.0.0.1:1"]), from: "x")
    settings.set(.data, .text("/srv/file"), from: "x")
    settings.set(.every, .duration(.seconds(60)), from: "x")
    let bare = try ListenArguments.parse([]).filled(from: settings)
    #expect(bare.listen.map(\.port) == [1])
    #expect(bare.data == "/srv/file")
    #expect(bare.every == .seconds(60))
    let given = try ListenArguments.parse(["--lan", "--data", "/srv/option", "--every", "2m"])
      .filled(from: settings)
    #expect(given.listen.isEmpty)
    #expect(given.lan)
    #expect(given.data == "/srv/option")
    #expect(given.every == .seconds(120))
  }
}
