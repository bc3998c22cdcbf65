extension CertificateReport {
  /// All that the server sent in PEM (RFC 7468), its own certificate first; what can't be read, too.
  public var pem: String { sent.map(PEMCertificates.write).joined() }
}
