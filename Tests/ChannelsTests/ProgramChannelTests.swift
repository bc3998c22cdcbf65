import Glibc
import Model
import Monitoring
import Testing
import Wire

@testable import Channels

/// Programs in directories of their own.
@Suite(.serialized) struct ProgramChannelTests {
  private func run(
    _ script: String,
    arguments: String = "",
    limit: Duration = .seconds(30),
    notice: AlertNotice = Notices.down,
    in directory: TemporaryDirectory
  ) async throws -> Delivery {
    let path = try directory.write(
      "#!/bin/sh\ncd \"${0%/*}\"\n\(script)\n",
      to: "alert",
      mode: 0o700
    )
    let sending = Sending(limit: limit)
    let delivery = await sending.send(
      "exec",
      ["program": path, "arguments": arguments],
      notice: notice
    )
    await sending.close()
    return delivery
  }

  @Test func `A program reads the notice and its parts`() async throws {
    let directory = try TemporaryDirectory()
    let delivery = try await run(
      "cat /dev/stdin > body; env > environment; for a; do echo \"<$a>\"; done > arguments",
      arguments: "one\ntwo words; $(rm x)",
      in: directory
    )
    #expect(delivery == .sent)
    let body = try #require(directory.text("body"))
    #expect(JSONValue(Array(body.utf8))?[["schema"]].text == "homenet.alert/1")
    let environment = try #require(directory.text("environment"))
    let lines = Set(environment.split(separator: "\n"))
    #expect(lines.contains("HOMENET_ID=n-1"))
    #expect(lines.contains("HOMENET_SEVERITY=critical"))
    #expect(lines.contains("HOMENET_CHANNEL=Phone"))
    #expect(lines.contains("PATH=/usr/bin:/bin"))
    #expect(!environment.contains("HOMENET_PASSWORD"))
    #expect(directory.text("arguments") == "<one>\n<two words; $(rm x)>\n")
  }

  @Test func `Hostile names are no commands`() async throws {
    let directory = try TemporaryDirectory()
    var notice = Notices.down
    notice.title = "$(touch pwned) `touch pwned`; touch pwned\u{0}"
    let delivery = try await run(
      "printf %s \"$HOMENET_TITLE\" > title",
      notice: notice,
      in: directory
    )
    #expect(delivery == .sent)
    #expect(directory.text("title")?.hasPrefix("$(touch pwned) `touch pwned`") == true)
    #expect(directory.text("pwned") == nil)
  }

  @Test func `A status says what became of it`() async throws {
    let directory = try TemporaryDirectory()
    let later = try await run("echo no line free; exit 75", in: directory)
    #expect(later.code == "channel.program_failed_saying")
    #expect(!later.isRefused)
    guard case .failed(let message, _) = later else { return }
    #expect(message.values["output"]?.isText("no line free") == true)
    let wrong = try await run("exit 78", in: directory)
    #expect(wrong.code == "channel.program_failed")
    #expect(wrong.isRefused)
    let killed = try await run("kill -9 $$", in: directory)
    #expect(killed.code == "channel.program_killed")
  }

  @Test func `A program that reads nothing and writes much still ends`() async throws {
    let directory = try TemporaryDirectory()
    let notice = Notices.devices(50, called: String(repeating: "x", count: 390))
    let delivery = try await run(
      "exec 0<&-; head -c 300000 /dev/zero | tr '\\0' y",
      notice: notice,
      in: directory
    )
    #expect(delivery == .sent)
  }

  @Test func `A program has none of our descriptors`() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("x", to: "ours")
    // Not close-on-exec, as the server's sockets are not.
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let delivery = try await run("ls -l /proc/$$/fd > descriptors", in: directory)
    #expect(delivery == .sent)
    let descriptors = try #require(directory.text("descriptors"))
    #expect(descriptors.contains("pipe:"))
    #expect(!descriptors.contains("/ours"))
  }

  @Test func `A slow program is ended with what it started`() async throws {
    let directory = try TemporaryDirectory()
    var child: Substring?
    // On a machine whose cores are taken, the shell may not have come so far.
    for limit in [1, 4, 16] where child == nil {
      let begin = ContinuousClock.now
      let delivery = try await run(
        "sleep 120 & echo $! > child; wait",
        limit: .seconds(limit),
        in: directory
      )
      #expect(delivery.code == "channel.program_slow")
      #expect(begin.duration(to: .now) < .seconds(60))
      child = directory.text("child")?.split(separator: "\n").first
    }
    let number = try #require(child)
    var isGone = false
    for _ in 0..<1000 where !isGone {
      isGone = ProcessState.isGone(String(number))
      if !isGone { try await Task.sleep(for: .milliseconds(20)) }
    }
    #expect(isGone)
  }

  @Test func `A program that leaves another behind is not waited for`() async throws {
    let directory = try TemporaryDirectory()
    let begin = ContinuousClock.now
    let delivery = try await run("sleep 40 & exit 0", limit: .seconds(30), in: directory)
    #expect(delivery == .sent)
    #expect(begin.duration(to: .now) < .seconds(20))
  }

  @Test func `What can't be started is refused`() async throws {
    let directory = try TemporaryDirectory()
    let text = try directory.write("x", to: "text")
    let sending = Sending()
    let missing = await sending.send("exec", ["program": "\(directory.path)/none"])
    let unstartable = await sending.send("exec", ["program": text])
    await sending.close()
    #expect(missing.code == "channel.program_unstartable")
    #expect(unstartable.code == "channel.program_unstartable")
    #expect(missing.isRefused && unstartable.isRefused)
  }
}

extension Message.Value {
  /// Whether it is that text.
  fileprivate func isText(_ text: String) -> Bool {
    if case .text(let own) = self { own.hasPrefix(text) } else { false }
  }
}
