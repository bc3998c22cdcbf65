/// A label that a packet had on it when its hops were used up (RFC 3032, RFC 4950).
public struct MPLSLabel: Hashable, Sendable {
  /// The label, 20 bits.
  public var label: UInt32
  /// The traffic class, 3 bits.
  public var trafficClass: UInt8
  /// Whether it is the last of its stack.
  public var isBottom: Bool
  /// The label's own time to live.
  public var timeToLive: UInt8

  /// The given label.
  public init(label: UInt32, trafficClass: UInt8 = 0, isBottom: Bool = true, timeToLive: UInt8) {
    self.label = label & 0xFFFFF
    self.trafficClass = trafficClass & 7
    self.isBottom = isBottom
    self.timeToLive = timeToLive
  }

  /// The label in one word.
  var word: UInt32 {
    label << 12 | UInt32(trafficClass) << 9 | (isBottom ? 256 : 0) | UInt32(timeToLive)
  }

  /// Reads one word.
  init(word: UInt32) {
    label = word >> 12
    trafficClass = UInt8(word >> 9 & 7)
    isBottom = word & 256 != 0
    timeToLive = UInt8(word & 255)
  }
}

extension ICMPExtensions {
  /// The stack of labels that the packet came in with, outermost first; none where nobody says.
  public var labels: [MPLSLabel] {
    guard let stack = objects.first(where: { $0.classNumber == 1 && $0.type == 1 }) else {
      return []
    }
    var labels: [MPLSLabel] = []
    var rest = stack.payload[...]
    while rest.count >= 4, labels.last?.isBottom != true, labels.count < 16 {
      labels.append(MPLSLabel(word: rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }))
      rest = rest.dropFirst(4)
    }
    return labels
  }

  /// Extensions that say with which labels a packet came in.
  public init(labels: [MPLSLabel]) {
    var payload: [UInt8] = []
    for label in labels { payload.append(bigEndian: label.word) }
    self.init([Object(classNumber: 1, type: 1, payload: payload)])
  }
}
