/// Asks a kind of device what it is, where something hints at that kind.
struct InquiryProbe: DeviceProbe {
  /// Why to ask.
  let hint: Hint
  /// What to ask, the most telling first.
  let inquiries: [Inquiry]

  /// A kind of device.
  init(_ hint: Hint, _ inquiries: Inquiry...) {
    self.hint = hint
    self.inquiries = inquiries
  }

  func questions(for host: ProbedHost) -> [Question] {
    hint.fits(host) ? inquiries.compactMap { $0.question(for: host) } : []
  }
}
