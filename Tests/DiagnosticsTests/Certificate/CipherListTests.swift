import Foundation
import Model
import Testing
import Wire

@testable import Diagnostics

/// All suites of servers by openssl, as openssl's and nmap's own words have them.
@Suite struct CipherListTests {
  private static let nmap = "/usr/bin/nmap"
  private static let hasNmap = FileManager.default.isExecutableFile(atPath: nmap)

  private let lab: CertificateLab

  init() throws {
    lab = try CertificateLab.shared.get()
  }

  /// IANA's names of what openssl has, in the order given.
  private func standard(_ ciphers: String) throws -> [String] {
    let said = try Program.shell(
      "openssl ciphers -stdname -tls1_2 -s \"$1\" | awk '{ print $1 }'",
      ["\(ciphers):@SECLEVEL=0"]
    )
    return said.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [true, false])
  func `the order is the server's or the client's`(isServers: Bool) async throws {
    let ciphers = "AES128-SHA:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-RSA-AES128-GCM-SHA256"
    let options = ["-tls1_2", "-cipher", "\(ciphers):@SECLEVEL=0"]
    let server = try lab.server("rsa", options + (isServers ? ["-serverpref"] : []))
    let report = try await lab.ask(server.port, listsCiphers: true)
    let list = try #require(report.ciphers?.first)
    #expect(report.ciphers?.map(\.version) == [.tls12])
    #expect(list.preference == (isServers ? .server : .client))
    let names = list.suites.map(\.description)
    let expected = try standard(ciphers)
    if isServers { #expect(names == expected) } else { #expect(Set(names) == Set(expected)) }
    #expect(list.because == nil)
    #expect(report.problems == [])
  }

  @Test func `TLS 1.3's are found, also those that are not calculated here`() async throws {
    let suites = "TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_CCM_SHA256:TLS_AES_128_CCM_8_SHA256"
    let server = try lab.server(
      "good",
      ["-tls1_3", "-ciphersuites", suites, "-serverpref", "-groups", "P-521"]
    )
    let list = try #require(try await lab.ask(server.port, listsCiphers: true).ciphers?.first)
    #expect(list.version == .tls13)
    #expect(list.suites.map(\.description) == suites.split(separator: ":").map(String.init))
    #expect(list.preference == .server)
  }

  @Test func `suites without a certificate are found where there are no others`() async throws {
    let server = try lab.server("rsa", ["-tls1_2", "-cipher", "aNULL:@SECLEVEL=0"])
    let report = try await lab.ask(server.port, listsCiphers: true)
    let list = try #require(report.ciphers?.first)
    #expect(Set(list.suites.map(\.description)) == Set(try standard("aNULL")))
    #expect(list.weak == list.suites)
    #expect(report.problems.last?.code == .weakSuite)
  }

  @Test func `the names are openssl's`() throws {
    let said = try Program.shell(
      """
      openssl ciphers -V -stdname 'ALL:COMPLEMENTOFALL:@SECLEVEL=0' | awk '{ print $1 " " $3 }'
      """,
      []
    )
    var compared = 0
    for line in said.output.split(separator: "\n") {
      let parts = line.split(separator: " ")
      let bytes = parts[0].split(separator: ",").compactMap { UInt16($0.dropFirst(2), radix: 16) }
      guard bytes.count == 2, let name = TLSCipherSuite(rawValue: bytes[0] << 8 | bytes[1]).name
      else { continue }
      #expect(name == parts[1])
      compared += 1
    }
    #expect(compared > 80)
  }

  @Test(.enabled(if: hasNmap, "nmap is not installed"))
  func `nmap finds the same`() async throws {
    let ciphers = "HIGH:aNULL:eNULL:!PSK:!SRP:@SECLEVEL=0"
    let server = try lab.server("rsa", ["-cipher", ciphers, "-serverpref"])
    let report = try await lab.ask(server.port, listsCiphers: true)
    let said = try Program.shell(
      "nmap -Pn -n -p \"$1\" --script +ssl-enum-ciphers 127.0.0.1",
      ["\(server.port)"]
    )
    var found: [String: Set<String>] = [:]
    var version = ""
    for line in said.output.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "|" }.map(String.init)
      guard let word = words.first else { continue }
      if word.hasPrefix("TLSv") { version = "TLS " + word.dropFirst(4).dropLast() }
      // nmap calls the suites of TLS 1.3 in its own way.
      if word.hasPrefix("TLS_") {
        found[version, default: []].insert(word.replacing("TLS_AKE_WITH_", with: "TLS_"))
      }
    }
    let lists = try #require(report.ciphers)
    #expect(lists.map(\.version) == [.tls13, .tls12, .tls11, .tls10])
    for list in lists {
      let names = Set(list.suites.map(\.description))
      let theirs = found[list.version.description] ?? []
      #expect(names == theirs, "\(list.version): \(names.symmetricDifference(theirs))")
      #expect(list.preference == .server)
    }
  }
}
