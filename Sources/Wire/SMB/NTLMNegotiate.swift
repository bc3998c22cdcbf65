/// The wish to log in by NTLM (MS-NLMP, section 2.2.1.1), which says nothing of who wishes it.
public enum NTLMNegotiate {
  /// Unicode, the target's information, NTLM, its second session security.
  private static let flags: UInt32 = 0x0008_0000 | 0x0000_0200 | 0x0000_0005 | 0x0200_0000

  /// The message by itself.
  public static let message: [UInt8] = {
    var bytes = NTLMChallenge.signature
    bytes.append(littleEndian: UInt32(1))
    bytes.append(littleEndian: flags)
    // No domain, no workstation, no version.
    bytes.append(contentsOf: repeatElement(0, count: 24))
    return bytes
  }()

  /// The message as the first token of SPNEGO, which offers nothing else (RFC 4178, section 4.2.1).
  public static let token: [UInt8] = {
    let mechanism: [UInt8] = [
      0x06, 0x0A, 0x2B, 0x06, 0x01, 0x04, 0x01, 0x82, 0x37, 0x02, 0x02, 0x0A,
    ]
    let spnego: [UInt8] = [0x06, 0x06, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x02]
    let mechanisms = element(0xA0, element(0x30, mechanism))
    let initial = element(0x30, mechanisms + element(0xA2, element(0x04, message)))
    return element(0x60, spnego + element(0xA0, initial))
  }()

  /// A DER element; all of them here have less than 128 bytes.
  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag, UInt8(truncatingIfNeeded: content.count)] + content
  }
}
