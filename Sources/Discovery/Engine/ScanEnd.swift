import Networking

/// Decides when a scan is over.
enum ScanEnd: Hashable {
  /// It is.
  case finish
  /// Not before that moment, as things are.
  case wait(until: MonotonicTime)

  /// A one-shot scan listens for `plan.listen` after the last active probe; one that only discovers
  /// waits until nothing new has answered for `plan.settle`, counted from the last datagram; neither
  /// takes longer than `plan.timeout`.
  static func decide(plan: ScanPlan, activity: ScanActivity, now: MonotonicTime) -> Self {
    let deadline = activity.began + plan.timeout
    var end = deadline
    if !activity.isActive.contains(true) {
      let quiet =
        plan.discoverOnly
        ? max(activity.lastProbe, activity.lastAnswer) + plan.settle
        : activity.lastProbe + plan.listen
      end = min(end, quiet)
    }
    return now >= end ? .finish : .wait(until: end)
  }
}
