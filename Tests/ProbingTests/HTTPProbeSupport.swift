import Testing
@testable import Model
@testable import Probing

extension Question {
  /// The request, where it is one over HTTP.
  var request: HTTPQuestion? {
    if case .http(let request) = transport { request } else { nil }
  }
}

extension ProbedHost {
  /// `8060/query/device-info`, `443/ (TLS)`: what the probes of the web would ask of it.
  var asked: [String] {
    HTTPProbes.all.flatMap { $0.questions(for: self) }.map { question in
      guard let request = question.request else { return "\(question.port) \(question.topic)" }
      return "\(question.port)\(request.path)\(request.isTLS ? " (TLS)" : "")"
    }
  }

  /// What would be read of a reply to that request.
  func facts(_ wanted: String, status: Int = 200, _ body: String) -> [Fact] {
    facts(wanted, status: status, Array(body.utf8))
  }

  func facts(
    _ wanted: String,
    status: Int = 200,
    headers: [String: String] = [:],
    _ body: [UInt8]
  ) -> [Fact] {
    for question in HTTPProbes.all.flatMap({ $0.questions(for: self) }) {
      guard let request = question.request, "\(question.port)\(request.path)" == wanted else {
        continue
      }
      let reply = HTTPReply(
        port: question.port,
        isTLS: request.isTLS,
        path: request.path,
        status: status,
        headers: headers,
        body: body
      )
      return request.read?(reply) ?? [.http(reply.answer)]
    }
    Issue.record("\(wanted) is not asked")
    return []
  }
}

extension Evidence {
  /// Adds a service.
  mutating func offer(_ type: String, name: String = "x", port: UInt16? = nil) {
    services.append(ServiceInstance(type: type, name: name, port: port))
  }

  /// Adds a front page.
  mutating func show(_ port: UInt16, title: String, status: Int = 200) {
    http.append(
      HTTPAnswer(port: port, path: "/", status: status, body: "<html><title>\(title)</title>")
    )
  }
}
