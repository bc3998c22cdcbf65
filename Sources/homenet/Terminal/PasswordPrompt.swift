import Glibc

/// Asks for a new password at the terminal, without showing it; without a terminal, reads a line.
enum PasswordPrompt {
  /// The password; asked for twice at a terminal.
  static func ask() throws(Failure) -> String {
    guard isatty(STDIN_FILENO) == 1 else { return try line() }
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return try line() }
    let shown = settings
    settings.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    defer {
      var shown = shown
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
    }
    let first = try ask("New password: ")
    guard try ask("Once more: ") == first else {
      throw Failure("the two are not the same; nothing is changed", .usage)
    }
    return first
  }

  private static func ask(_ question: String) throws(Failure) -> String {
    StandardStream.error.write(question)
    // The newline that was typed isn't shown either.
    defer { StandardStream.error.write("\n") }
    return try line()
  }

  /// A line of standard input, of at most a few kilobytes.
  private static func line() throws(Failure) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < 4096 {
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count != 1 || byte == UInt8(ascii: "\n") { break }
      bytes.append(byte)
    }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("the password is not valid text (UTF-8)", .usage)
    }
    return text
  }
}
