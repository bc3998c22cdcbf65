import Foundation
import Sealing
import Testing

/// Too few descriptors are this machine's own failure, told in words.
@Suite(.sealed)
struct FewDescriptorsTests {
  private func run(_ limit: Int, _ arguments: [String], soft: Bool = false) throws
    -> Command.Ending
  {
    var command = Command()
    command.arguments = arguments
    command.setup = "ulimit \(soft ? "-S " : "")-n \(limit)"
    return try command.run()
  }

  private static let words = "out of file descriptors; raise the limit with ulimit -n"

  @Test(arguments: [
    (10, ["cert", "127.0.0.1"]), (14, ["cert", "127.0.0.1"]),
    (14, ["ports", "127.0.0.1", "-p", "80"]), (14, ["dns", "a.test"]),
    (14, ["dns", "a.test", "--tcp"]), (14, ["dns", "a.test", "--tls", "@127.0.0.1"]),
    (14, ["dns", "a.test", "--https", "@127.0.0.1"]), (14, ["whois", "192.0.0.8"]),
    (14, ["whois", "a.test"]), (14, ["asn", "1.1.1.1"]), (16, ["diagnose", "127.0.0.1"]),
  ])
  func `no tool breaks`(limit: Int, arguments: [String]) throws {
    let ending = try run(limit, arguments)
    // What nobody has to be asked about is told all the same.
    #expect([0, 1, 3].contains(ending.status), "\(ending)")
    #expect(ending.status == 3 || !ending.output.isEmpty, "\(ending)")
  }

  @Test(arguments: [
    (10, ["cert", "127.0.0.1"]), (14, ["ports", "127.0.0.1", "-p", "80"]), (14, ["dns", "a.test"]),
  ])
  func `it is said, and ends with 3`(limit: Int, arguments: [String]) throws {
    let ending = try run(limit, arguments)
    #expect(ending.status == 3)
    #expect(ending.errors.contains(Self.words), "\(ending.errors)")
    #expect(ending.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [["asn", "10.0.0.1"], ["whois", "10.0.0.1"]])
  func `what nobody is asked about needs none`(arguments: [String]) throws {
    let ending = try run(14, arguments)
    #expect(ending.status == 0)
    #expect(ending.errors == "")
  }

  @Test(arguments: [
    ["--version"], ["--help"], ["scan"], ["doctor"], ["devices", "--data", "/nonexistent"],
    ["identify", "/dev/null"], ["explain", "x"], ["ping", "-c", "1", "127.0.0.1"],
    ["ping", "-c", "1", "a.test"], ["trace", "127.0.0.1"], ["serve", "--listen", "127.0.0.1:0"],
    ["diagnose", "127.0.0.1"], ["cert", "127.0.0.1"], ["asn", "9.8.7.6"],
  ])
  func `none ends by a signal, however few there are`(arguments: [String]) throws {
    // Three are the standard ones, two the signals' pipe.
    for limit in 4...10 {
      let ending = try run(limit, arguments)
      #expect(ending.status == 3, "\(limit): \(ending)")
      #expect(ending.errors == "homenet: \(Self.words)\n")
    }
    for limit in 11...16 where arguments[0] != "serve" {
      let ending = try run(limit, arguments)
      #expect([0, 1, 3].contains(ending.status), "\(limit): \(ending)")
    }
  }

  @Test func `a soft limit is raised`() throws {
    let ending = try run(14, ["cert", "127.0.0.1:1"], soft: true)
    #expect(ending.status == 1)
    #expect(ending.output.contains("the connection was refused"), "\(ending)")
  }
}
