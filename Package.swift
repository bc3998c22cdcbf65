// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

// What makes the tests' program looks for XCTest's cases in an index of the test targets. With this
// path, which scripts/build-debug.sh gives, no other target writes one.
let tested: [SwiftSetting] =
  strict
  + (Context.environment["HOMENET_TEST_INDEX"].map {
    [.unsafeFlags(["-index-store-path", $0])]
  } ?? [])

let package = Package(
  name: "homenet",
  products: [
    .executable(name: "homenet", targets: ["homenet"]),
    .executable(name: "netlab", targets: ["NetLabTool"]),
    .executable(name: "storetrial", targets: ["StoreTrial"]),
    .executable(name: "webfixture", targets: ["WebFixture"]),
    .library(name: "Diagnostics", targets: ["Diagnostics"]),
    .library(
      name: "HomeNet",
      targets: [
        "Discovery", "Home", "Identification", "LinuxNetwork", "Model", "Networking", "Probing",
        "Wire",
      ]
    ),
    .library(name: "Simulation", targets: ["DemoHome", "Simulation"]),
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
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.30.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CQREncode",
      pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"])]
    ),
    .target(name: "CLock"),
    .target(name: "CShims"),
    .target(name: "Wire", swiftSettings: strict),
    .target(name: "Model", dependencies: ["Wire"], swiftSettings: strict),
    .target(name: "IdentificationData", exclude: ["rules", "vendors.bin"]),
    .target(
      name: "Identification",
      dependencies: ["IdentificationData", "Model", "Wire"],
      swiftSettings: strict
    ),
    .target(
      name: "Networking",
      dependencies: ["CLock", "Model", "Wire"],
      swiftSettings: strict
    ),
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
      name: "Monitoring",
      dependencies: ["Home", "Model", "Networking", "Wire"],
      swiftSettings: strict
    ),
    .target(
      name: "Checks",
      dependencies: [
        "Diagnostics", "Home", "LinuxNetwork", "Model", "Monitoring", "Networking", "Wire",
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: strict
    ),
    .target(name: "PrivateFiles", swiftSettings: strict),
    .target(name: "CCurl"),
    .target(name: "CMosquitto"),
    .target(
      name: "Channels",
      dependencies: [
        "CCurl", "CMosquitto", "CShims", "Home", "Model", "Monitoring", "Networking",
        "PrivateFiles", "Wire",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "DemoHome",
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
      name: "Simulation",
      dependencies: [
        "DemoHome", "Discovery", "Home", "LinuxNetwork", "Model", "Monitoring", "Networking",
        "Wire",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "Storage",
      dependencies: [
        "Discovery", "Home", "Model", "Monitoring", "Networking",
        "Wire",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict
    ),
    .target(name: "WebApp", exclude: ["api", "app"]),
    .target(
      name: "Server",
      dependencies: [
        "Discovery", "Home", "LinuxNetwork", "Model", "Monitoring", "Networking", "PrivateFiles",
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
    .target(
      name: "ServedTools",
      dependencies: [
        "Checks", "DemoHome", "Diagnostics", "Home", "LinuxNetwork", "Model", "Networking",
        "Server",
        "Wire",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "homenet",
      dependencies: [
        "Channels", "Checks", "CQREncode", "DemoHome", "Diagnostics", "Discovery", "Home",
        "Identification", "LinuxNetwork", "Model", "Monitoring", "Networking", "PrivateFiles",
        "Probing", "ServedTools", "Server", "Storage", "Wire",
        .product(name: "TOMLKit", package: "TOMLKit"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "NetLabTool",
      dependencies: [
        "DemoHome", "Discovery", "Home", "Identification", "LinuxNetwork", "Model", "Networking",
        "Simulation", "Storage", "Wire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "WebFixture",
      dependencies: [
        "Diagnostics", "LinuxNetwork", "Model", "ServedTools", "Server", "Simulation", "Wire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "HomeSupport",
      dependencies: [
        "DemoHome", "Discovery", "Identification", "Model", "Networking", "Probing", "Simulation",
        "Wire",
      ],
      path: "Tests/HomeSupport",
      swiftSettings: strict
    ),
    .target(name: "Sealing", path: "Tests/Sealing", swiftSettings: strict),
    .executableTarget(
      name: "StoreTrial",
      dependencies: [
        "Home", "Model", "Monitoring", "Storage", "Wire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/StoreTrial",
      swiftSettings: strict
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Server", "Diagnostics", "homenet", "Discovery", "Home", "LinuxNetwork", "Model",
        "Monitoring",
        "Networking", "Sealing", "ServedTools", "Storage", "Wire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Snapshots"],
      swiftSettings: tested
    ),
    .testTarget(
      name: "DiagnosticsTests",
      dependencies: [
        "Diagnostics", "Discovery", "LinuxNetwork", "Model", "Networking",
        "DemoHome", "Simulation", "Wire",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: tested
    ),
    .testTarget(
      name: "DemoHomeTests",
      dependencies: [
        "CShims", "DemoHome", "Discovery", "Home", "HomeSupport", "Identification",
        "LinuxNetwork", "Model", "Networking", "Probing", "Simulation", "Wire",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: tested
    ),
    .testTarget(
      name: "DiscoveryTests",
      dependencies: [
        "DemoHome", "Discovery", "HomeSupport", "Identification", "Model", "Networking", "Probing",
        "Simulation", "Wire",
      ],
      swiftSettings: tested
    ),
    .testTarget(
      name: "HomeTests",
      dependencies: [
        "DemoHome", "Discovery", "Home", "HomeSupport", "Identification", "Model", "Networking",
        "Probing", "Simulation", "Wire",
      ],
      swiftSettings: tested
    ),
    .testTarget(
      name: "HomeYearTests",
      dependencies: ["Discovery", "Home", "Model", "Monitoring", "Networking", "Storage", "Wire"],
      swiftSettings: tested
    ),
    .testTarget(
      name: "IdentificationTests",
      dependencies: [
        "DemoHome", "Discovery", "HomeSupport", "Identification", "Model", "Simulation", "Wire",
      ],
      swiftSettings: tested
    ),
    .testTarget(
      name: "LinuxNetworkTests",
      dependencies: ["DemoHome", "LinuxNetwork", "Model", "Networking", "Wire"],
      swiftSettings: tested
    ),
    .testTarget(
      name: "ModelTests",
      dependencies: ["Discovery", "HomeSupport", "Model"],
      swiftSettings: tested
    ),
    .testTarget(
      name: "MonitoringTests",
      dependencies: ["Home", "Model", "Monitoring", "Networking", "Wire"],
      swiftSettings: tested
    ),
    .testTarget(
      name: "ChecksTests",
      dependencies: [
        "Checks", "DemoHome", "Diagnostics", "Home", "LinuxNetwork", "Model", "Monitoring",
        "Networking", "Simulation", "Wire",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: tested
    ),
    .testTarget(
      name: "ChannelsTests",
      dependencies: [
        "Channels", "Home", "Model", "Monitoring", "Networking", "Sealing", "Wire",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: tested
    ),
    .testTarget(
      name: "NetworkingTests",
      dependencies: ["Networking", "Wire"],
      swiftSettings: tested
    ),
    .testTarget(
      name: "PrivateFilesTests",
      dependencies: ["PrivateFiles"],
      swiftSettings: tested
    ),
    .testTarget(
      name: "ProbingTests",
      dependencies: [
        "DemoHome", "Discovery", "HomeSupport", "Identification", "Model", "Networking", "Probing",
        "Simulation", "Wire",
      ],
      swiftSettings: tested
    ),
    .testTarget(
      name: "RealDaemonsTests",
      dependencies: ["homenet"],
      swiftSettings: tested
    ),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Home", "Model", "Monitoring", "Networking",
        "DemoHome", "Simulation", "Sealing", "Server", "WebApp", "Wire",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: tested
    ),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "DemoHome", "Discovery", "HomeSupport", "Model", "Networking", "Simulation", "Wire",
      ],
      swiftSettings: tested
    ),
    .testTarget(
      name: "StorageTests",
      dependencies: [
        "Home", "Model", "Monitoring",
        "Sealing", "Storage", "Wire",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: tested
    ),
    .testTarget(name: "WireTests", dependencies: ["Wire"], swiftSettings: tested),
  ],
  swiftLanguageModes: [.v6]
)
