import Foundation
import Testing

@testable import homenet

/// Which files are read, and what the environment overrides.
@Suite struct ConfigurationFilesTests {
  private func files(_ variables: [String: String], named: String? = nil) -> ConfigurationFiles {
    ConfigurationFiles(named: named, environment: { variables[$0] })
  }

  @Test func `the user's file comes after the system's`() {
    #expect(
      files(["HOME": "/home/ada"]).paths
        == ["/etc/homenet/homenet.toml", "/home/ada/.config/homenet/homenet.toml"]
    )
    #expect(
      files(["HOME": "/home/ada", "XDG_CONFIG_HOME": "/c"]).paths.last == "/c/homenet/homenet.toml"
    )
    // Relative paths are none.
    #expect(files(["HOME": "x", "XDG_CONFIG_HOME": "y"]).paths == ["/etc/homenet/homenet.toml"])
  }

  @Test func `a file that is named stands in the place of both`() {
    #expect(files(["HOME": "/h", "HOMENET_CONFIG": "/x.toml"]).paths == ["/x.toml"])
    #expect(files(["HOMENET_CONFIG": "/x.toml"], named: "/y.toml").paths == ["/y.toml"])
    #expect(files(["HOMENET_CONFIG": ""]).paths == ["/etc/homenet/homenet.toml"])
  }

  @Test func `a file that is named has to be there`() {
    let problems = files([:], named: "/nowhere/homenet.toml").read().problems
    #expect(
      problems.map(\.description)
        == ["/nowhere/homenet.toml: can't read it: No such file or directory"]
    )
  }

  @Test func `the environment overrides the file`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/homenet.toml"
    try """
    [serve]
    listen = ["127.0.0.1:1"]
    data = "/srv/file"
    """.write(toFile: path, atomically: false, encoding: .utf8)
    let variables = [
      "HOMENET_DATA": "/srv/variable", "HOMENET_LAN": "1",
      "HOMENET_TRUSTED_HOSTS": "a.example, b.example", "HOMENET_EVERY": "2m",
    ]
    let serve = try files(variables, named: path).load().serve
    #expect(serve.text(.data) == "/srv/variable")
    #expect(serve.settings[.data]?.origin == "HOMENET_DATA")
    // What to listen at is said in one of two ways.
    #expect(serve.flag(.lan) == true)
    #expect(serve.texts(.listen) == nil)
    #expect(serve.texts(.trustedHosts) == ["a.example", "b.example"])
    #expect(serve.duration(.every) == .seconds(120))
  }

  @Test(arguments: [
    ("HOMENET_LAN", "perhaps"), ("HOMENET_LISTEN", "nowhere"), ("HOMENET_EVERY", "5"),
    ("HOMENET_LOG_LEVEL", "loud"), ("HOMENET_NETWORKS", "1.2.3.4/99"),
  ])
  func `a variable that is wrong is named`(name: String, value: String) {
    let problems = files([name: value, "HOME": "/nowhere"]).read().problems
    #expect(problems.map(\.place) == [name])
  }

  @Test func `of a broken file nothing is used`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/homenet.toml"
    try "[serve]\nlan = 1\nx = 2\n".write(toFile: path, atomically: false, encoding: .utf8)
    let failure = #expect(throws: Failure.self) { try files([:], named: path).load() }
    #expect(failure?.status == .usage)
    #expect(
      failure?.message
        == "\(path):2: serve.lan has to be true or false; 1 more: 'homenet config check' lists them"
    )
  }

  @Test func `a file that is no text is refused`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/homenet.toml"
    try Data([0x61, 0xFF]).write(to: URL(filePath: path))
    #expect(files([:], named: path).read().problems.count == 1)
    try Data("a = 1\u{0}".utf8).write(to: URL(filePath: path))
    #expect(files([:], named: path).read().problems.count == 1)
    #expect(files([:], named: folder.path).read().problems.map(\.words) == ["this is no file"])
  }

  @Test func `a file that others may change is refused`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/homenet.toml"
    try "[serve]\nlan = true\n".write(toFile: path, atomically: false, encoding: .utf8)
    chmod(path, 0o646)
    let open = files([:], named: path).read()
    #expect(open.problems.map(\.words) == ["others may change it: chmod o-w \(path)"])
    #expect(open.configuration.serve.flag(.lan) == nil)
    chmod(path, 0o664)
    #expect(files([:], named: path).read().problems.isEmpty)
  }

  @Test func `secrets are read from files that others may not read`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/token"
    try "tk_secret\n".write(toFile: path, atomically: false, encoding: .utf8)
    chmod(path, 0o644)
    let reference = try #require(SecretReference("file:" + path))
    #expect(throws: SecretReference.Unreadable("others may read \(path): chmod 600 \(path)")) {
      try reference.read(credentials: nil).get()
    }
    chmod(path, 0o600)
    #expect(try reference.read(credentials: nil).get() == "tk_secret")
    let credential = try #require(SecretReference("credential:token"))
    #expect(try credential.read(credentials: folder.path).get() == "tk_secret")
    #expect(throws: SecretReference.Unreadable.self) {
      try credential.read(credentials: nil).get()
    }
  }

  @Test(arguments: [
    "", "tk_x", "file:relative", "credential:", "credential:../x", "credential:a/b",
  ])
  func `other texts are no references`(text: String) {
    #expect(SecretReference(text) == nil)
  }
}
