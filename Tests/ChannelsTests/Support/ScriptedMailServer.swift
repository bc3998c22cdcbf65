import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Networking

/// A server of SMTP (RFC 5321) on loopback: enough of it for a client that sends one mail.
final class ScriptedMailServer: Sendable {
  /// How it behaves.
  struct Behaviour: Sendable {
    /// Whether TLS begins with the connection.
    var isImplicit = false
    /// Whether it offers STARTTLS.
    var offersTLS = false
    /// The user and the password that it wants, if any.
    var login: (user: String, password: String)?
    /// What it says to a command, by its first four letters, instead of the usual.
    var replies: [String: String] = [:]
    /// Whether it says nothing, not even its greeting.
    var isSilent = false
  }

  /// What was heard of one connection after another.
  struct Heard: Hashable, Sendable {
    var commands: [String] = []
    /// The mail, dots undone.
    var message: [String] = []
    /// Whether the mail came over TLS.
    var isEncrypted = false
  }

  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel
  fileprivate let state = Lock(Heard())

  init(_ behaviour: Behaviour) async throws {
    let state = state
    let tls = try TestCertificate.context()
    channel = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if behaviour.isImplicit { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
          try pipeline.addHandler(Dialogue(behaviour, tls, state))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  var port: Int { channel.localAddress?.port ?? 0 }
  var heard: Heard { state.withLock(\.self) }

  func close() async {
    try? await channel.close()
    try? await group.shutdownGracefully()
  }
}

private final class Dialogue: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let behaviour: ScriptedMailServer.Behaviour
  private let tls: NIOSSLContext
  private let state: Lock<ScriptedMailServer.Heard>
  private var rest = ""
  private var isInMessage = false
  private var isEncrypted: Bool
  private var isLoggedIn = false
  private var isAuthenticating = false

  init(
    _ behaviour: ScriptedMailServer.Behaviour,
    _ tls: NIOSSLContext,
    _ state: Lock<ScriptedMailServer.Heard>
  ) {
    self.behaviour = behaviour
    self.tls = tls
    self.state = state
    isEncrypted = behaviour.isImplicit
  }

  func channelActive(context: ChannelHandlerContext) {
    if !behaviour.isSilent { say("220 mail.test ESMTP", context) }
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    rest += String(buffer: unwrapInboundIn(data))
    while let end = rest.range(of: "\r\n") {
      let line = String(rest[..<end.lowerBound])
      rest = String(rest[end.upperBound...])
      if isInMessage { take(line, context) } else { obey(line, context) }
    }
  }

  private func take(_ line: String, _ context: ChannelHandlerContext) {
    guard line == "." else {
      let undotted = line.hasPrefix(".") ? String(line.dropFirst()) : line
      state.withLock { $0.message.append(undotted) }
      return
    }
    isInMessage = false
    let encrypted = isEncrypted
    state.withLock { $0.isEncrypted = encrypted }
    say(behaviour.replies["."] ?? "250 taken", context)
  }

  private func obey(_ line: String, _ context: ChannelHandlerContext) {
    if behaviour.isSilent { return }
    if isAuthenticating {
      isAuthenticating = false
      return authenticate(line, context)
    }
    state.withLock { $0.commands.append(line) }
    let verb = String(line.prefix(4)).uppercased()
    if let reply = behaviour.replies[verb] { return say(reply, context) }
    switch verb {
    case "EHLO":
      var offers = ["mail.test"]
      if behaviour.offersTLS, !isEncrypted { offers.append("STARTTLS") }
      if behaviour.login != nil { offers.append("AUTH PLAIN") }
      offers.append("8BITMIME")
      let last = offers.count - 1
      for (index, offer) in offers.enumerated() {
        say("250\(index == last ? " " : "-")\(offer)", context)
      }
    case "STAR":
      say("220 go on", context)
      isEncrypted = true
      try? context.pipeline.syncOperations.addHandler(
        NIOSSLServerHandler(context: tls),
        position: .first
      )
    case "AUTH":
      let words = line.split(separator: " ")
      if words.count == 3 { return authenticate(String(words[2]), context) }
      isAuthenticating = true
      say("334 ", context)
    case "MAIL" where behaviour.login != nil && !isLoggedIn: say("530 log in first", context)
    case "DATA":
      isInMessage = true
      say("354 go on", context)
    case "QUIT":
      say("221 bye", context)
      context.close(promise: nil)
    default: say("250 fine", context)
    }
  }

  /// AUTH PLAIN (RFC 4616).
  private func authenticate(_ response: String, _ context: ChannelHandlerContext) {
    guard let login = behaviour.login,
      response == Base64.text("\0\(login.user)\0\(login.password)")
    else { return say("535 no", context) }
    isLoggedIn = true
    say("235 welcome", context)
  }

  private func say(_ line: String, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: line + "\r\n")), promise: nil)
  }
}
