import NIOCore

extension Channel {
  /// Has the kernel hold little for a client that takes nothing (it would hold 4 MiB), and end a
  /// connection whose other end acknowledges nothing, or takes nothing, for a minute: a phone that left
  /// the house never says so.
  func boundKernelMemory() {
    _ = setOption(.socketOption(.so_sndbuf), value: SocketOptionValue(64 << 10))
    // TCP_USER_TIMEOUT of linux/tcp.h, in milliseconds.
    let timeout = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: 18))
    _ = setOption(timeout, value: 60_000)
  }
}
