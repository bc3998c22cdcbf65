import Foundation
import Sealing
import Testing

/// Commands that read what `homenet serve` remembers, where that can't be read for a long time.
@Suite(.sealed)
struct BlockedInventoryTests {
  /// Opening a pipe to read waits for a writer: nobody ever is.
  private static let pipe = """
    mkdir -p "$XDG_DATA_HOME/homenet"
    mkfifo "$XDG_DATA_HOME/homenet/homenet.sqlite"
    """

  /// No echoes are permitted: ping asks for ports that are remembered.
  private static let noEchoes = """
    echo 1 0 >/proc/sys/net/ipv4/ping_group_range
    set -- setpriv --bounding-set=-all --inh-caps=-all "$@"
    """

  @Test(arguments: [["ports", "127.0.0.1", "-p", "1"], ["ping", "127.0.0.1", "-c", "1"]])
  func `end at once by Ctrl-C`(arguments: [String]) throws {
    let data = try ScratchFolder()
    var command = Command()
    command.arguments = arguments
    command.environment = ["XDG_DATA_HOME": data.path]
    command.setup = Self.pipe + "\n" + (arguments[0] == "ping" ? Self.noEchoes : ":")
    let ending = try command.run(signal: SIGINT, after: 1.5)
    #expect(ending.seconds < 30)
    #expect(ending.status == 1 && ending.output == "", "\(ending)")
    #expect(
      ending.errors == "homenet: interrupted while the remembered devices were being read\n",
      "\(ending.errors)"
    )
  }
}
