import Foundation
import Sealing
import Testing

/// `homenet serve` over TLS, with certificates by openssl, asked by Python's own TLS.
@Suite(.sealed)
struct ServeTLSTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try Self.run(
      """
      cd "$1"
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
        -subj /CN=homenet -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem
      openssl req -x509 -newkey rsa:2048 -nodes -days 2 \
        -subj /CN=homenet -addext subjectAltName=IP:127.0.0.1 -keyout rsa-key.pem -out rsa-cert.pem
      openssl ecparam -genkey -name prime256v1 -noout -out other.pem
      openssl ec -in key.pem -aes128 -passout pass:secret -out locked.pem
      echo nothing >nothing.pem
      """,
      folder.path
    )
  }

  @Test func `the page is served, and the cookie is for TLS alone`() throws {
    var password = Command("serve", "--set-password", "--data", folder.path)
    password.setup = "exec <<<'correct horse battery'"
    #expect(try password.run().status == 0)
    let server = try Served(
      "serve",
      "--data",
      folder.path,
      "--tls-cert",
      folder.path + "/cert.pem",
      "--tls-key",
      folder.path + "/key.pem"
    )
    #expect(server.greeting.contains("https://127.0.0.1:\(server.port)/"))
    let seen = try JSON(
      parsing: Self.run(
        "exec python3 -c \"$3\" \"$1\" \"$2\"",
        String(server.port),
        folder.path + "/cert.pem",
        Self.visit
      )
    )
    #expect(seen.health == .array([.number(200), .string("ok\n")]))
    #expect(seen.stranger.number == 401)
    #expect(seen.wrong.number == 401)
    #expect(seen.login.number == 204)
    #expect(seen.devices.number == 200)
    let cookie = seen.cookie.string ?? ""
    for attribute in ["Secure", "HttpOnly", "SameSite=Strict"] {
      #expect(cookie.contains("; \(attribute)"), "\(cookie)")
    }
    #expect(seen.plain.bool == false)
    #expect(try server.end() < Served.patience)
  }

  @Test(arguments: ["ECDSA", "RSA"])
  func `in TLS 1.2 only forward secret suites with AEAD are spoken`(key: String) throws {
    let name = key == "RSA" ? "rsa-" : ""
    let server = try Served(
      "serve",
      "--data",
      folder.path,
      "--tls-cert",
      "\(folder.path)/\(name)cert.pem",
      "--tls-key",
      "\(folder.path)/\(name)key.pem"
    )
    let seen = try JSON(
      parsing: Self.run(
        "exec python3 -c \"$4\" \"$1\" \"$2\" \"$3\"",
        String(server.port),
        "\(folder.path)/\(name)cert.pem",
        key,
        Self.suites
      )
    )
    let right = ["AES128-GCM-SHA256", "CHACHA20-POLY1305"].map { "ECDHE-\(key)-\($0)" }
    #expect(seen == .array(right.map { .string($0) }))
    #expect(try server.end() < Served.patience)
  }

  @Test(arguments: [
    ("cert.pem", "no.pem", "can't read */no.pem: No such file"),
    ("no.pem", "key.pem", "can't read */no.pem: No such file"),
    ("nothing.pem", "key.pem", "*/nothing.pem holds no certificate in PEM"),
    ("cert.pem", "nothing.pem", "*/nothing.pem holds no private key in PEM"),
    ("cert.pem", "locked.pem", "*/locked.pem holds no private key in PEM, or a passphrase locks"),
    ("cert.pem", "other.pem", "*/other.pem is not the private key of */cert.pem"),
  ])
  func `files that can't be used are one line`(
    certificate: String,
    key: String,
    message: String
  ) throws {
    let ending = try Command(
      "serve",
      "--listen",
      "0",
      "--data",
      folder.path,
      "--tls-cert",
      "\(folder.path)/\(certificate)",
      "--tls-key",
      "\(folder.path)/\(key)"
    ).run()
    #expect(ending.status == 2)
    #expect(ending.output == "")
    let expected = "homenet: " + message.replacing("*", with: folder.path)
    #expect(ending.errors.hasPrefix(expected), "\(ending.errors)")
    #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
  }

  /// Those of a few suites that the server speaks; key exchange by RSA needs an RSA key.
  private static let suites = """
    import json, socket, ssl, sys
    port, certificate, key = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    def speaks(suite):
        context = ssl.create_default_context(cafile=certificate)
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers(suite + ":@SECLEVEL=0")
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=20) as raw:
                with context.wrap_socket(raw, server_hostname="127.0.0.1") as wrapped:
                    return wrapped.cipher()[0] == suite
        except OSError:
            return False
    ecdhe = [f"ECDHE-{key}-{rest}" for rest in ("AES128-GCM-SHA256", "CHACHA20-POLY1305", "AES128-SHA",
             "AES256-SHA")]
    exchange = ["AES128-GCM-SHA256", "AES256-SHA"] if key == "RSA" else []
    print(json.dumps([suite for suite in ecdhe + exchange if speaks(suite)]))
    """

  /// What a browser would do, and one who forgets the s of https.
  private static let visit = """
    import http.client, json, ssl, sys
    port, certificate = int(sys.argv[1]), sys.argv[2]
    context = ssl.create_default_context(cafile=certificate)
    def ask(method, path, body=None, **fields):
        connection = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=20)
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.getheader("Set-Cookie")
    def log_in(password):
        body = json.dumps({"password": password})
        return ask("POST", "/api/v1/session", body, **{"Content-Type": "application/json"})
    health = ask("GET", "/healthz")[:2]
    stranger = ask("GET", "/api/v1/devices")[0]
    wrong = log_in("wrong horse battery")[0]
    login, _, cookie = log_in("correct horse battery")
    devices = ask("GET", "/api/v1/devices", Cookie=cookie.split(";")[0])[0]
    try:
        plain = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        plain.request("GET", "/healthz")
        answered = plain.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        answered = False
    print(json.dumps({"health": health, "stranger": stranger, "wrong": wrong, "login": login,
                      "cookie": cookie, "devices": devices, "plain": answered}))
    """

  @discardableResult
  private static func run(_ script: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-euc", script, "bash"] + arguments
    let output = try Scratch()
    let errors = try Scratch()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output.handle
    process.standardError = errors.handle
    try process.run()
    process.waitUntilExit()
    let said = try errors.text()
    #expect(process.terminationStatus == 0, "\(said)")
    return try output.text()
  }
}
