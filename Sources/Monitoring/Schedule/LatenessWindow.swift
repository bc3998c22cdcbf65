import Networking

/// How late checks were started, over about the last minute.
public struct LatenessFigures: Hashable, Sendable {
  /// How many were started.
  public var count: Int
  /// 99 of 100 were not later than this; at most a quarter too much.
  public var p99: Duration
  /// The latest of them.
  public var greatest: Duration
}

/// Counts latenesses in buckets, four to each power of two, by slices of time that are dropped when they are
/// a minute old.
struct LatenessWindow: Sendable {
  private var slices = [Slice](repeating: Slice(), count: Self.sliceCount)

  private struct Slice: Sendable {
    var number = Int64.min
    var count = 0
    var greatest: Int64 = 0
    var buckets = [UInt32](repeating: 0, count: LatenessWindow.bucketCount)
  }

  private static let sliceCount = 12
  private static let sliceLength: Int64 = 5_000_000_000
  private static let bucketCount = 256

  /// Notes one that was started at a moment, so late.
  mutating func note(_ lateness: Duration, at time: MonotonicTime) {
    let nanoseconds = max(0, lateness.wholeNanoseconds)
    let number = Self.slice(of: time)
    let index = Self.place(of: number)
    if slices[index].number != number {
      slices[index] = Slice()
      slices[index].number = number
    }
    slices[index].count += 1
    slices[index].greatest = max(slices[index].greatest, nanoseconds)
    slices[index].buckets[Self.bucket(of: nanoseconds)] += 1
  }

  /// The figures of the minute that ends at a moment.
  func figures(at time: MonotonicTime) -> LatenessFigures {
    let now = Self.slice(of: time)
    let recent = slices.filter { $0.count > 0 && now - $0.number < Int64(Self.sliceCount) }
    let count = recent.reduce(0) { $0 + $1.count }
    let greatest = recent.map(\.greatest).max() ?? 0
    var left = count / 100
    var bound: Int64 = 0
    for bucket in (0..<Self.bucketCount).reversed() where count > 0 {
      let here = recent.reduce(0) { $0 + Int($1.buckets[bucket]) }
      if here > left {
        bound = Self.greatest(in: bucket)
        break
      }
      left -= here
    }
    return LatenessFigures(
      count: count,
      p99: .nanoseconds(min(bound, greatest)),
      greatest: .nanoseconds(greatest)
    )
  }

  private static func slice(of time: MonotonicTime) -> Int64 { time.nanoseconds / sliceLength }

  private static func place(of slice: Int64) -> Int {
    let count = Int64(sliceCount)
    return Int((slice % count + count) % count)
  }

  /// The position of the highest bit, and the two bits below it.
  private static func bucket(of nanoseconds: Int64) -> Int {
    guard nanoseconds >= 4 else { return Int(nanoseconds) }
    let highest = 63 - nanoseconds.leadingZeroBitCount
    return highest * 4 + Int((nanoseconds >> Int64(highest - 2)) & 3)
  }

  private static func greatest(in bucket: Int) -> Int64 {
    guard bucket >= 8 else { return Int64(bucket) }
    let (highest, quarter) = (bucket / 4, Int64(bucket % 4))
    // The beginning of the next bucket, less one, without leaving 64 bits.
    let step = Int64(1) << Int64(highest - 2)
    return (4 + quarter) * step + (step - 1)
  }
}
