package import Model
package import Wire

extension TLSCipherSuite.Weakness {
  /// The reason as a message.
  package var message: Message {
    switch self {
    case .unencrypted: Message(.certSuiteUnencrypted)
    case .anonymous: Message(.certSuiteAnonymous)
    case .exportKeys: Message(.certSuiteExportKeys)
    case .shortBlocks: Message(.certSuiteShortBlocks)
    case .rc4: Message(.certSuiteRC)
    case .tripleDES: Message(.certSuiteTripleDES)
    case .des: Message(.certSuiteDES)
    }
  }
}

/// Why a suite should not be used any more.
extension MessageTemplate {
  static let certSuiteUnencrypted = MessageTemplate(
    "cert.suite.unencrypted",
    "nothing is sealed"
  )
  static let certSuiteAnonymous = MessageTemplate(
    "cert.suite.anonymous",
    "nobody shows who they are"
  )
  static let certSuiteExportKeys = MessageTemplate(
    "cert.suite.export_keys",
    "its keys are short on purpose"
  )
  static let certSuiteShortBlocks = MessageTemplate(
    "cert.suite.short_blocks",
    "its cipher has blocks of 64 bits"
  )
  static let certSuiteRC = MessageTemplate("cert.suite.rc", "RC4 is broken")
  static let certSuiteTripleDES = MessageTemplate(
    "cert.suite.triple_des",
    "3DES has blocks of 64 bits"
  )
  static let certSuiteDES = MessageTemplate("cert.suite.des", "DES has keys of 56 bits")
}
