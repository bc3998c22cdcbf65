import Foundation
import Testing

/// What `make run` shows while it builds, which takes minutes the first time.
struct BuildProgressTests {
  /// What the script prints where its output is no terminal, of a build that printed that.
  private func shown(_ printed: String, seconds: Int = 0) throws -> [String] {
    let process = Process()
    process.executableURL = Repository.root.appending(path: "scripts/build-progress.sh")
    process.arguments = ["homenet", String(seconds)]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(printed.utf8))
    try input.fileHandleForWriting.close()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `each step is shown with how far the build is`() throws {
    let lines = try shown("[1/4] Compiling Wire A.swift\n[3/4] Linking homenet\n")
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.first?.hasPrefix("building homenet: ") == true)
    #expect(lines.first?.hasSuffix(", 25 % (1 of 4 steps), Compiling Wire A.swift") == true)
    #expect(lines.last?.hasSuffix(", 75 % (3 of 4 steps), Linking homenet") == true)
  }

  @Test func `errors are shown whole, however seldom steps are`() throws {
    let error = "a.swift:1:2: error: no such type\n 1 | let a: B\n   |        `- error: B\n"
    let lines = try shown("[1/4] Compiling A\n\(error)[2/4] Compiling B\nend", seconds: 600)
    #expect(lines.filter { $0.hasPrefix("building") }.count <= 1)
    #expect(lines.suffix(4).joined(separator: "\n") == error + "end")
  }

  @Test func `the run builds aloud`() throws {
    let url = Repository.root.appending(path: "scripts/run.sh")
    let script = try String(contentsOf: url, encoding: .utf8)
    #expect(!script.contains("--quiet"))
  }
}
