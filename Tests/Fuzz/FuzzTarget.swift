import CBOR
import Crypto
import JOSE
import JSON
import JourneyCommands
import JourneyEngine
import JourneyRPC

/// One entry for everything that takes bytes from outside.
enum FuzzTarget: String, CaseIterable {
  case json, frames, commands, steps, cookies, text, authid, tokens, links, store, paths, urls, cbor
  case exports, seeds, requests

  @Sendable func run(_ bytes: [UInt8]) {
    switch self {
    case .json: FuzzJSON.run(bytes)
    case .frames: FuzzFrames.run(bytes)
    case .commands: FuzzCommands.run(bytes)
    case .steps: FuzzSteps.run(bytes)
    case .cookies: FuzzWire.cookies(bytes)
    case .text: FuzzWire.text(bytes)
    case .authid: FuzzWire.authID(bytes)
    case .tokens: FuzzTokens.run(bytes)
    case .links: FuzzWire.links(bytes)
    case .store: FuzzStore.run(bytes)
    case .paths: FuzzCommands.paths(bytes)
    case .urls: FuzzWire.urls(bytes)
    case .cbor: FuzzCBOR.run(bytes)
    case .exports: FuzzSandbox.exports(bytes)
    case .seeds: FuzzSandbox.seeds(bytes)
    case .requests: FuzzSandbox.requests(bytes)
    }
  }
}

/// A document that was read is written and read again as the same.
enum FuzzJSON {
  static func run(_ bytes: [UInt8]) {
    guard let value = try? JSON(parsing: bytes) else { return }
    for style in JSON.Style.allCases {
      guard let again = try? JSON(parsing: value.bytes(style)) else { fatalError("not read again, \(style)") }
      require(style == .sorted || again == value, "another value, \(style)")
      require(again.bytes(style) == value.bytes(style), "another text, \(style)")
    }
    _ = value.hashValue
    _ = [value.integer.map(Double.init), value.double]
    _ = value["a"]?[0]?["b"]
  }
}

/// What an authenticator sends: values, keys and certificates. A value that was read ends where its bytes end.
enum FuzzCBOR {
  static func run(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let value = try? CBOR.takeFirst(from: &rest) {
      _ = [value.integer, value.bytes?.count, value.text?.utf8.count, value.array?.count, value.map?.count]
      require(value[3] == value[.unsigned(3)], "another member")
    }
    require(PublicKey(bytes: bytes)?.verifies([1], of: [2], hash: .sha256) != true, "a signature that nobody made")
    _ = Certificate(der: bytes)?.value(of: "1.3.6.1.4.1.45724.1.1.4")
  }
}

/// A stream gives the same frames however it is cut.
enum FuzzFrames {
  static func run(_ bytes: [UInt8]) {
    guard let cut = bytes.first else { return }
    let stream = bytes.dropFirst()
    let limit = 512
    var whole = FrameSplitter(limit: limit)
    let expected = whole.feed(stream) + whole.finish()
    var pieces = FrameSplitter(limit: limit)
    var found: [Frame] = []
    var rest = stream[...]
    let size = Int(cut % 13) + 1
    while !rest.isEmpty {
      found += pieces.feed(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    found += pieces.finish()
    require(found.map(Self.kind) == expected.map(Self.kind), "other frames in pieces of \(size)")
  }

  /// What was too large may have kept more or less of its beginning.
  private static func kind(_ frame: Frame) -> Frame {
    if case .tooLarge = frame { return .tooLarge(beginning: []) }
    return frame
  }
}

enum FuzzCommands {
  static func run(_ bytes: [UInt8]) {
    var script = ScriptParser(file: "fuzz")
    script.feed(bytes)
    script.finish()
    do {
      while try script.next() != nil {}
    } catch {
      require(!error.message.isEmpty, "a failure without words")
    }
    let line = String(decoding: bytes, as: UTF8.self)
    _ = ScriptParser.continues(line)
    _ = try? ScriptParser.parse(line: line)
  }

  static func paths(_ bytes: [UInt8]) {
    let value: JSON = ["a": [["b": 1, "x.y": "z"], 2, .null], "": true]
    guard let path = try? ResultPath(parsing: String(decoding: bytes, as: UTF8.self)) else { return }
    _ = path.value(in: value)
  }
}
