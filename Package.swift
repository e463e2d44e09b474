// swift-tools-version: 6.2
// Targets stand in the order of the house: from the executable at the top to the C libraries at the ground.

import PackageDescription

let package = Package(
  name: "journey",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "journey", targets: ["journey"]),
    .library(name: "JourneyEngine", targets: ["JourneyEngine"]),
    .library(name: "PingJourney", targets: ["PingJourney"]),
  ],
  targets: [
    .executableTarget(
      name: "journey",
      dependencies: ["JourneyREPL", "JourneyRPC", "JourneyCommands", "JourneySandbox", "Spawn", "JSON"]),

    // Faces.
    .target(
      name: "JourneyREPL",
      dependencies: ["JourneyCommands", "JourneyEngine", "LineEditor", "QRCode", "Threads", "JSON"]),
    .target(name: "JourneyRPC", dependencies: ["JourneyCommands", "Threads", "JSON"]),

    // The command layer, and the engine below it.
    .target(
      name: "JourneyCommands",
      dependencies: ["JourneyEngine", "HTTPClient", "Crypto", "SecretService", "Spawn", "Threads", "JSON"]),
    .target(name: "PingJourney", dependencies: ["JourneyEngine"]),
    .target(name: "JourneyEngine", dependencies: ["HTTPClient", "JOSE", "Crypto", "JSON"]),

    // The local server: it shares no code of meaning with the engine.
    .target(
      name: "JourneySandbox", dependencies: ["HTTPServer", "JOSE", "CBOR", "Crypto", "JSON"],
      resources: [.embedInCode("Resources")]),

    // One Swift wrapper for each C library, JSON, and threads for what blocks.
    .target(name: "JSON"),
    .target(name: "Threads"),
    .target(name: "DynamicLibrary"),
    .target(name: "Spawn", dependencies: ["CSpawn"]),
    .target(name: "HTTPClient", dependencies: ["CCurl", "DynamicLibrary", "Threads"]),
    .target(name: "HTTPServer", dependencies: ["CMicrohttpd", "DynamicLibrary", "Threads"]),
    .target(name: "JOSE", dependencies: ["CJose", "Crypto", "DynamicLibrary", "Threads", "JSON"]),
    .target(name: "Crypto", dependencies: ["COpenSSL"]),
    .target(name: "CBOR", dependencies: ["CCBOR"]),
    .target(name: "LineEditor", dependencies: ["CLibedit", "Spawn"]),
    .target(name: "QRCode", dependencies: ["CQRencode"]),
    .target(name: "SecretService", dependencies: ["CSecret", "DynamicLibrary"]),

    // Module maps and shim headers.
    // What is opened at run time has no pkg-config here, which would link it.
    .systemLibrary(name: "CMicrohttpd", providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(name: "CJose", providers: [.apt(["libjose-dev"]), .brew(["jose"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl"])]),
    .systemLibrary(
      name: "CCBOR", pkgConfig: "libcbor",
      providers: [.apt(["libcbor-dev"]), .brew(["libcbor"])]),
    .systemLibrary(
      name: "CLibedit", pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
    .systemLibrary(
      name: "CQRencode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
    // libsecret is opened at run time: nothing of it is needed to build.
    .systemLibrary(name: "CSecret"),
    .systemLibrary(name: "CSpawn"),

    // Tests.
    .target(name: "PseudoTerminal", path: "Tests/PseudoTerminal"),
    .target(name: "PrivateBus", path: "Tests/PrivateBus"),
    .target(name: "TLSServer", path: "Tests/TLSServer"),
    .executableTarget(name: "OddHandler", dependencies: ["JourneyRPC", "JSON"], path: "Tests/OddHandler"),
    .testTarget(
      name: "JourneyREPLTests",
      dependencies: ["JourneyREPL", "JourneyCommands", "LineEditor", "QRCode", "PseudoTerminal", "JSON"],
      exclude: ["Goldens"]),
    .testTarget(name: "JourneyRPCTests", dependencies: ["JourneyRPC", "JourneyCommands", "JSON"]),
    .testTarget(
      name: "JourneyCommandsTests",
      dependencies: [
        "JourneyCommands", "JourneyEngine", "HTTPClient", "Crypto", "SecretService", "PrivateBus", "PseudoTerminal",
        "JSON",
      ]),
    .testTarget(
      name: "JourneyEngineTests", dependencies: ["JourneyEngine", "HTTPClient", "JOSE", "Crypto", "JSON"],
      resources: [.copy("Corpus")]),
    .testTarget(
      name: "JourneySandboxTests",
      dependencies: ["JourneySandbox", "HTTPClient", "JOSE", "CBOR", "Crypto", "PseudoTerminal", "JSON"],
      exclude: ["WebAuthn/attestations.py"], resources: [.copy("Corpus")]),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "HTTPClientTests", dependencies: ["HTTPClient", "HTTPServer", "DynamicLibrary", "TLSServer"]),
    .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer", "HTTPClient"]),
    .testTarget(name: "JOSETests", dependencies: ["JOSE", "Crypto", "JSON"], resources: [.copy("Vectors")]),
    .testTarget(name: "CryptoTests", dependencies: ["Crypto"]),
    .testTarget(name: "CBORTests", dependencies: ["CBOR"]),
    .testTarget(name: "LineEditorTests", dependencies: ["LineEditor", "PseudoTerminal"]),
    .testTarget(name: "QRCodeTests", dependencies: ["QRCode"]),
    .testTarget(name: "SecretServiceTests", dependencies: ["SecretService", "PrivateBus"]),
    .testTarget(
      name: "FaultTests",
      dependencies: ["JourneyCommands", "JourneySandbox", "HTTPClient", "HTTPServer", "TLSServer", "Crypto", "JSON"],
      exclude: ["h2_front.py"]),
    .testTarget(
      name: "ProgramTests", dependencies: ["OddHandler", "PseudoTerminal", "JSON"],
      exclude: ["Tour/Clients", "Pipe/OpenRPC", "Pipe/pylsp_client.py", "Pipe/mcp_client.py"]),
    .testTarget(
      name: "TrustTests", dependencies: ["PseudoTerminal", "TLSServer", "HTTPServer", "HTTPClient", "JOSE", "JSON"]),
  ],
  swiftLanguageModes: [.v6]
)

// A folder of archives to link in place of shared libraries: see scripts/build-release.
if let folder = Context.environment["JOURNEY_STATIC_LIBRARIES"] {
  for target in package.targets where target.name == "journey" {
    target.linkerSettings = [.unsafeFlags(["-L\(folder)"])]
  }
}

// Built on demand alone: the step loop of scripts/bench, and the fuzz targets of scripts/fuzz, which break a plain build.
if Context.environment["JOURNEY_BENCH"] == "1" {
  package.targets.append(
    .executableTarget(
      name: "StepLoop", dependencies: ["JourneyEngine", "HTTPClient", "JSON"], path: "scripts/benchmark/StepLoop"))
}

if Context.environment["JOURNEY_FUZZ"] == "1" {
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "JourneyRPC", "JourneyCommands", "JourneyEngine", "JourneySandbox", "HTTPClient", "HTTPServer", "JOSE", "CBOR",
        "Crypto", "JSON",
      ],
      path: "Tests/Fuzz"))
}

// The same rules for every Swift target: warnings are errors, and the imports of a file are its true dependencies
// (SE-0409, SE-0444); an existential is written `any` (SE-0335).
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
  ]
  // The fuzz targets reach what the sandbox keeps to itself, in a release build.
  if Context.environment["JOURNEY_FUZZ"] == "1", target.name == "JourneySandbox" {
    target.swiftSettings?.append(.unsafeFlags(["-enable-testing"], .when(configuration: .release)))
  }
}
