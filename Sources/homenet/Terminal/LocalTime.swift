import Glibc
import Model

/// This machine's time zone.
enum LocalTime {
  /// How many seconds local time is ahead of universal time at that moment.
  static func offset(at time: Timestamp) -> Int64 {
    var seconds = time_t(time.milliseconds / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return 0 }
    return Int64(parts.tm_gmtoff)
  }
}
