import Diagnostics
import Monitoring
import Testing

/// The names of STARTTLS's protocols, which monitors check before anything is asked.
@Suite struct StartTLSNamesTests {
  @Test func `monitors know the protocols that can be asked, and no others`() {
    #expect(TLSCheck.startTLSNames == StartTLS.allCases.map(\.rawValue))
  }
}
