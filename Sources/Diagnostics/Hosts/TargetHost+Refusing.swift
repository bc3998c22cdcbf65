internal import HomeNet
internal import Net

extension TargetHost {
  /// Refuses what no device has for an address, as ping and trace do: groups, everybody, nobody.
  func mustBeDevice() throws(DiagnosticError) {
    guard let refusal = PortSweeper.refusal(of: address) else { return }
    if case .refusedByPolicy(let reason) = refusal { throw .usage(reason) }
    throw .local(refusal, during: "can't ask \(host)")
  }
}
