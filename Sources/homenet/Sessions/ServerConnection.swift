import Discovery
import Glibc
import Model
import Monitoring

/// Asks a `homenet serve` that runs, over the socket in its data directory, which is its owner's alone.
///
/// Each request has a connection of its own. Calls block; commands have nothing else to do meanwhile.
struct ServerConnection: Sendable {
  /// The directory whose server is asked.
  let directory: String

  /// How long an answer may take: a check takes a minute at most, sending over a channel half of one.
  private static let patience = 90

  /// The server of that directory; `nil` where none runs.
  init?(directory: String) throws(Failure) {
    self.directory = directory
    guard let descriptor = try connection() else { return nil }
    close(descriptor)
  }

  private var path: String { directory + "/control.sock" }

  /// Sends a request of the API, and returns what was answered; an empty answer is `null`.
  ///
  /// - Throws: What the server said is wrong, or why it can't be asked.
  func send(
    _ method: String,
    _ resource: String,
    _ body: FieldValue? = nil
  ) throws(Failure) -> FieldValue {
    guard let descriptor = try connection() else { throw gone }
    defer { close(descriptor) }
    try write(request(method, resource, body), to: descriptor)
    let received = try answer(from: descriptor)
    guard let value = received.body.isEmpty ? FieldValue.null : Self.value(received.body) else {
      throw Failure(
        "homenet serve answered something else than JSON: is it of this version?",
        .unable
      )
    }
    guard (200...299).contains(received.status) else {
      throw Self.failure(received.status, value)
    }
    return value
  }

  private static func value(_ bytes: [UInt8]) -> FieldValue? {
    try? JSONText.decode(FieldValue.self, from: String(decoding: bytes, as: UTF8.self))
  }

  /// What is wrong with the request, or with the server, by the answer's `detail`.
  static func failure(_ status: Int, _ problem: FieldValue) -> Failure {
    let detail = problem["detail"]?.string ?? "homenet serve answered with status \(status)"
    return Failure(detail, (400...499).contains(status) ? .usage : .unable)
  }

  private var gone: Failure {
    Failure("homenet serve ended meanwhile, or can't be reached at \(path)", .unable)
  }

  // MARK: Bytes

  private func request(
    _ method: String,
    _ resource: String,
    _ body: FieldValue?
  ) throws(Failure) -> [UInt8] {
    var head = "\(method) /api/v1/\(resource) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    guard let body else { return Array((head + "\r\n").utf8) }
    guard let json = try? JSONText.encode(body) else {
      throw Failure("that can't be said in JSON", .usage)
    }
    head += "Content-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n\r\n"
    return Array((head + json).utf8)
  }

  /// A connected socket; `nil` where no server listens.
  private func connection() throws(Failure) -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let isCopied = withUnsafeMutableBytes(of: &address.sun_path) { place in
      // One byte ends it; with a longer path no server listens there (unix(7)).
      guard bytes.count < place.count else { return false }
      place.copyBytes(from: bytes)
      return true
    }
    guard isCopied else { return nil }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Self.failure("can't make a socket") }
    var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, size)
    }
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected != 0 else {
      if let stranger = Self.stranger(at: descriptor) {
        close(descriptor)
        throw Failure(
          "another user (\(stranger)) serves \(directory), and is told nothing: use a directory of your own",
          .unable
        )
      }
      return descriptor
    }
    let failure = errno
    close(descriptor)
    switch failure {
    // The last of these: it was killed, and the socket stayed.
    case ENOENT, ENOTDIR, ECONNREFUSED: return nil
    default:
      errno = failure
      throw Self.failure("can't reach homenet serve at \(path)")
    }
  }

  /// The user who listens there, if it is neither this one nor root: who may write to a directory can put a
  /// socket there, and would be given secrets.
  private static func stranger(at descriptor: Int32) -> UInt32? {
    // struct ucred of unix(7): process, user, group.
    var credentials: [UInt32] = [0, 0, 0]
    var size = socklen_t(MemoryLayout<UInt32>.stride * credentials.count)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
      return nil
    }
    return isStranger(credentials[1], to: geteuid()) ? credentials[1] : nil
  }

  /// Whether a server of that user is asked nothing by this one; root asks whomever it likes.
  static func isStranger(_ server: UInt32, to user: UInt32) -> Bool {
    server != user && server != 0 && user != 0
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor,
          $0.baseAddress.map { $0 + sent },
          bytes.count - sent,
          Int32(MSG_NOSIGNAL)
        )
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw gone }
      sent += count
    }
  }

  private func answer(from descriptor: Int32) throws(Failure) -> ServerAnswer {
    var answer = ServerAnswer()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    do throws(ServerAnswer.Malformed) {
      while !answer.isComplete {
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count < 0, errno == EINTR { continue }
        if count < 0 { break }
        if count == 0 {
          try answer.end()
        } else {
          try answer.receive(chunk[..<count])
        }
      }
    } catch {
      throw gone
    }
    guard answer.isComplete else {
      throw Failure("homenet serve did not answer within \(Self.patience) seconds", .unable)
    }
    return answer
  }

  private static func failure(_ attempt: String) -> Failure {
    Failure("\(attempt): \(String(cString: strerror(errno)))", .unable)
  }
}
