/// When something is tried again that failed for want of descriptors or buffers.
enum Backoff {
  /// How long to wait before the next try, after so many; `nil` when it is time to give up.
  ///
  /// 10 ms doubled each time, 630 ms in all: longer than a burst of our own, shorter than patience.
  static func delay(afterTries tries: Int) -> Duration? {
    tries < 1 || tries > 6 ? nil : .milliseconds(10 << (tries - 1))
  }
}
