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
    .library(name: "HomeNet", targets: ["HomeNet"]),
    .library(name: "NetLab", targets: ["NetLab"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
  ],
  targets: [
    .target(name: "CShims"),
    .target(name: "Wire", swiftSettings: strict),
    .target(name: "Net", dependencies: ["CShims", "Wire"], swiftSettings: strict),
    .target(
      name: "HomeNet",
      dependencies: [
        "Net", "Wire",
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
      name: "NetLab",
      dependencies: [
        "CShims", "HomeNet", "Net", "Wire",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "homenet",
      dependencies: [
        "HomeNet", "Net", "NetLab", "Wire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "NetLabTool",
      dependencies: [
        "Net", "NetLab", "Wire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: ["homenet", "HomeNet", "Net", "Wire"],
      exclude: ["Snapshots"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "HomeNetTests",
      dependencies: ["HomeNet", "Net", "NetLab", "Wire"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "NetLabTests",
      dependencies: [
        "CShims", "HomeNet", "Net", "NetLab", "Wire",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: strict
    ),
    .testTarget(name: "NetTests", dependencies: ["Net", "Wire"], swiftSettings: strict),
    .testTarget(
      name: "RealDaemonsTests",
      dependencies: ["homenet"],
      swiftSettings: strict
    ),
    .testTarget(name: "WireTests", dependencies: ["Wire"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
