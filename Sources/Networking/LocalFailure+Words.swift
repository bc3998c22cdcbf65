extension LocalFailure {
  /// The failure in words.
  public var words: String {
    switch self {
    case .noDescriptors: "out of file descriptors; raise the limit with ulimit -n"
    case .noBuffers: "the kernel's buffers or its neighbour table are full"
    case .addressUnavailable: "no free local address or port"
    case .notPermitted: "not permitted"
    case .interfaceDown: "the interface is down or gone"
    case .refusedByPolicy(let reason): reason
    // ENETUNREACH: the routing table itself has nothing for it.
    case .system(errno: 101, _): "there is no route to it"
    // EMSGSIZE.
    case .system(errno: 90, _): "the packet is too big for the link"
    case .system(let errno, let call): "\(call) failed (error \(errno))"
    }
  }
}
