import Testing

@testable import Storage

@Suite struct DataDirectoryTests {
  @Test(arguments: [
    (["XDG_DATA_HOME": "/data", "HOME": "/home/ada"], "/data/homenet"),
    (["HOME": "/home/ada"], "/home/ada/.local/share/homenet"),
    (["XDG_DATA_HOME": "", "HOME": "/home/ada"], "/home/ada/.local/share/homenet"),
    (["XDG_DATA_HOME": "data", "HOME": "/home/ada"], "/home/ada/.local/share/homenet"),
    (["HOME": "/"], "/.local/share/homenet"),
  ])
  func `data is kept where the specification says`(variables: [String: String], path: String) throws
  {
    #expect(try DataDirectory.standard { variables[$0] } == path)
  }

  @Test func `without a home there is nowhere to keep data`() {
    #expect(throws: DataDirectory.Unknown()) { try DataDirectory.standard { _ in nil } }
    #expect(throws: DataDirectory.Unknown()) { try DataDirectory.standard { _ in "" } }
  }
}
