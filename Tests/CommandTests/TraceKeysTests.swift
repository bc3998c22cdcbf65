import Foundation
import Sealing
import Testing

/// A trace on a terminal: what keys do, and that the terminal is given back as it was.
@Suite(.sealed)
struct TraceKeysTests {
  /// Runs the command in the foreground of a terminal of its own, as a shell would.
  ///
  /// Prints what was found as JSON; every wait ends after half a minute.
  private static let driver = #"""
    import json, os, pty, re, select, signal, sys, termios, time
    how, arguments = sys.argv[1], sys.argv[2:]
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    child = os.fork()
    if child == 0:
        os.setsid()
        import fcntl
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        for stream in (0, 1, 2):
            os.dup2(slave, stream)
        # A job of its own, as a shell makes one, so that stopping it is not refused.
        job = os.fork()
        if job == 0:
            os.setpgid(0, 0)
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)
            os.tcsetpgrp(0, os.getpid())
            signal.signal(signal.SIGTTOU, signal.SIG_DFL)
            os.execv(arguments[0], arguments)
        with open(os.environ["STATUS"], "w") as file:
            file.write("%d\n" % job)
            file.flush()
            while True:
                _, status = os.waitpid(job, os.WUNTRACED)
                file.write("stopped\n" if os.WIFSTOPPED(status) else "ended %d\n" % status)
                file.flush()
                if not os.WIFSTOPPED(status):
                    os._exit(0)
    text = ""
    def read():
        global text
        while select.select([master], [], [], 0.05)[0]:
            try:
                text += os.read(master, 65536).decode("utf-8", "replace")
            except OSError:
                return
    def wait(condition, what):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            read()
            if condition():
                return
        # What still runs would hold this process' files open for ever.
        if status()[0]:
            os.kill(int(status()[0]), signal.SIGKILL)
        sys.exit("no " + what + ": " + repr(text[-2000:]))
    def status():
        try:
            return open(os.environ["STATUS"]).read().split("\n")
        except OSError:
            return [""]
    def is_raw():
        return not termios.tcgetattr(slave)[3] & termios.ICANON
    wait(lambda: is_raw() and "Keys: q quit" in text, "line of keys")
    job = int(status()[0])
    found = {"echoes": bool(termios.tcgetattr(slave)[3] & termios.ECHO)}
    def press(key, expected):
        global text
        text = ""
        os.write(master, key.encode())
        wait(lambda: expected in text, expected)
    if how == "keys":
        press("p", "Paused. Keys:")
        press(" ", "Keys: q")
        press("h", "forget what was counted")
        press("?", "Keys: q")
        def sent():
            plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
            return [int(row) for row in re.findall(r"1 +127\.0\.0\.1 +\S+ % +(\d+)", plain)]
        wait(lambda: sent() and sent()[-1] >= 5, "fifth packet")
        press("r", "Keys: q")
        # Of all that was shown since: whoever looks late sees more than five again.
        wait(lambda: any(0 < count < 5 for count in sent()), "hop after a reset")
        os.write(master, b"q")
    elif how == "stop":
        os.write(master, b"\x1a")
        wait(lambda: "stopped" in status(), "stop")
        found["stopped_as_before"] = termios.tcgetattr(slave) == before
        text = ""
        os.killpg(job, signal.SIGCONT)
        wait(lambda: is_raw() and "Keys: q quit" in text, "line of keys once it goes on")
        os.kill(job, signal.SIGTERM)
    else:
        os.kill(job, getattr(signal, how))
    wait(lambda: any(line.startswith("ended") for line in status()), "end")
    read()
    ended = int([line for line in status() if line.startswith("ended")][0].split()[1])
    found["signal"] = os.WTERMSIG(ended) if os.WIFSIGNALED(ended) else 0
    found["exit"] = os.WEXITSTATUS(ended) if os.WIFEXITED(ended) else -1
    found["as_before"] = termios.tcgetattr(slave) == before
    found["report"] = "127.0.0.1 answers, 1 hop away." in text
    print(json.dumps(found))
    """#

  private func run(_ how: String) throws -> JSON {
    let scratch = try ScratchFolder()
    var command = Command()
    command.arguments = ["trace", "127.0.0.1", "--rounds", "0", "-i", "0.2", "--no-names"]
    command.environment = ["DRIVER": Self.driver, "STATUS": scratch.path + "/status"]
    command.setup = #"set -- python3 -c "$DRIVER" \#(how) "$@""#
    let ending = try command.run()
    #expect(ending.status == 0, "\(ending.errors)")
    return try JSON(parsing: ending.output.isEmpty ? "null" : ending.output)
  }

  @Test func `keys pause, reset, show help and quit`() throws {
    let found = try run("keys")
    #expect(found.echoes.bool == false)
    #expect(found.exit.number == 0 && found.report.bool == true)
    #expect(found.as_before.bool == true)
  }

  @Test(arguments: ["SIGINT", "SIGTERM", "SIGHUP"])
  func `a signal gives the terminal back, and the report`(name: String) throws {
    let found = try run(name)
    #expect(found.exit.number == 0 && found.report.bool == true)
    #expect(found.as_before.bool == true)
  }

  @Test func `SIGQUIT ends it, the terminal as it was`() throws {
    let found = try run("SIGQUIT")
    #expect(found.signal.number == Double(SIGQUIT))
    #expect(found.as_before.bool == true)
  }

  @Test func `Ctrl-Z gives the terminal back until it goes on`() throws {
    let found = try run("stop")
    #expect(found.stopped_as_before.bool == true)
    #expect(found.exit.number == 0 && found.as_before.bool == true)
  }
}
