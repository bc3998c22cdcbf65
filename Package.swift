// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "homenet",
  products: [
    .executable(name: "homenet", targets: ["homenet"]),
    .executable(name: "netlab", targets: ["NetLabTool"]),
    .executable(name: "webfixture", targets: ["WebFixture"]),
    .library(name: "Diagnostics", targets: ["Diagnostics"]),
    .library(
      name: "HomeNet",
      targets: [
        "Discovery", "Home", "Identification", "LinuxNetwork", "Model", "Networking", "Probing",
        "Wire",
      ]
    ),
    .library(name: "NetLab", targets: ["NetLab"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird",
      from: "2.28.0",
      traits: []
    ),
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.30.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CQREncode",
      pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"])]
    ),
    .target(name: "CShims"),
    .target(name: "Wire", swiftSettings: strict),
    .target(name: "Model", dependencies: ["Wire"], swiftSettings: strict),
    .target(name: "IdentificationData", exclude: ["rules", "vendors.bin"]),
    .target(
      name: "Identification",
      dependencies: ["IdentificationData", "Model", "Wire"],
      swiftSettings: strict
    ),
    .target(name: "Networking", dependencies: ["Model", "Wire"], swiftSettings: strict),
    .target(
      name: "LinuxNetwork",
      dependencies: ["CShims", "Model", "Networking", "Wire"],
      swiftSettings: strict
    ),
    .target(
      name: "Discovery",
      dependencies: ["Identification", "Model", "Networking", "Wire"],
      swiftSettings: strict
    ),
    .target(
      name: "Probing",
      dependencies: [
        "Discovery", "Identification", "Model", "Networking", "Wire",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "Home",
      dependencies: ["Discovery", "Identification", "Model", "Networking", "Wire"],
      swiftSettings: strict
    ),
    .target(
      name: "Diagnostics",
      dependencies: [
        "Discovery", "Identification", "LinuxNetwork", "Model", "Networking", "Probing",
        "Wire",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "NetLab",
      dependencies: [
        "CShims", "Discovery", "Home", "Identification", "LinuxNetwork", "Model", "Networking",
        "Wire",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "Storage",
      dependencies: [
        "Discovery", "Home", "Model", "Networking",
        "Wire",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict
    ),
    .target(name: "WebApp", exclude: ["api", "app"]),
    .target(
      name: "Server",
      dependencies: [
        "Discovery", "Home", "LinuxNetwork", "Model", "Networking",
        "WebApp", "Wire",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "homenet",
      dependencies: [
        "CQREncode", "Diagnostics", "Discovery", "Home", "Identification", "LinuxNetwork", "Model",
        "Networking", "Probing", "NetLab", "Server", "Storage", "Wire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "NetLabTool",
      dependencies: [
        "LinuxNetwork", "Networking", "NetLab", "Wire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "WebFixture",
      dependencies: [
        "NetLab", "Server", "Wire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict
    ),
    .target(name: "Sealing", path: "Tests/Sealing", swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Server", "Diagnostics", "homenet", "Discovery", "Home", "LinuxNetwork", "Model",
        "Networking", "Sealing", "Storage", "Wire",
      ],
      exclude: ["Snapshots"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DiagnosticsTests",
      dependencies: [
        "Diagnostics", "Discovery", "LinuxNetwork", "Model", "Networking",
        "NetLab", "Wire",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "HomeNetTests",
      dependencies: [
        "Discovery", "Home", "Identification", "LinuxNetwork", "Model", "Networking", "Probing",
        "NetLab", "Wire",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "NetLabTests",
      dependencies: [
        "CShims", "Discovery", "LinuxNetwork", "Model", "Networking",
        "Probing", "NetLab", "Wire",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "NetTests",
      dependencies: ["LinuxNetwork", "Model", "Networking", "Wire"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RealDaemonsTests",
      dependencies: ["homenet"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Home", "LinuxNetwork", "Model", "Networking",
        "NetLab", "Sealing", "Server", "WebApp", "Wire",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "StorageTests",
      dependencies: [
        "Home", "Model",
        "Sealing", "Storage", "Wire",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict
    ),
    .testTarget(name: "WireTests", dependencies: ["Wire"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
