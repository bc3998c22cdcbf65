/// The probes that ask over HTTP or TLS.
enum HTTPProbes {
  /// In the order in which they are asked: what tells most first, icons last.
  static let all: [any DeviceProbe] =
    [DescriptionProbe(), AirPlayProbe(), ONVIFProbe(), PanasonicProbe()] as [any DeviceProbe]
    + inquiries
    + [
      WebPageProbe(), UnannouncedDescriptionProbe(), CertificateProbe(), PageIconProbe(),
    ]

  /// Those of single kinds of device.
  static let inquiries: [InquiryProbe] =
    TelevisionInquiries.all + AudioInquiries.all + SmartHomeInquiries.all + EnergyInquiries.all
    + StorageInquiries.all + NetworkGearInquiries.all + CameraInquiries.all
}
