import NIOSSL

/// A certificate for localhost and 127.0.0.1 that only its own key has signed, valid from 2020 to 2120, and
/// that key.
///
/// For tests on loopback only.
enum TestCertificate {
  static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwd4R8N06O44lQbYC
    +CuEo1kChpeON2wFqFDkNs7IhHahRANCAATznU3F0Uzi5MBFGdnMFvC8yVNHkJY3
    R1EQw6vOLYE4Z5+5VoJY5WAlxRIO8iueGhCr38i5BARridbqr/2zm9wE
    -----END PRIVATE KEY-----
    """

  static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBZjCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
    c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
    CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPOdTcXRTOLkwEUZ
    2cwW8LzJU0eQljdHURDDq84tgThnn7lWgljlYCXFEg7yK54aEKvfyLkEBGuJ1uqv
    /bOb3ASjTjBMMA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0
    hwR/AAABMB0GA1UdDgQWBBSnRJMZRAdJ1x0pfaE1TESFMb0pJDAKBggqhkjOPQQD
    AgNHADBEAiB7tnEkUYduy9gIdMWGLl1Vzz+ZnDpNT0seyeuSykRQzQIgMiu7LJ/H
    WIaJkhGlzOPiVnST33ruOtkGD8qusxfDq5k=
    -----END CERTIFICATE-----
    """

  /// What a server needs to show it.
  static func context() throws -> NIOSSLContext {
    let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8))
    let key = try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
    let configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) },
      privateKey: .privateKey(key)
    )
    return try NIOSSLContext(configuration: configuration)
  }

  /// The certificate as a file of authorities, in a directory.
  static func file(in directory: TemporaryDirectory) throws -> String {
    try directory.write(certificate + "\n", to: "authorities.pem")
  }
}
