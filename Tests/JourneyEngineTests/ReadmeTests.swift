import Foundation
import JourneyEngine
import Testing

/// The Swift of the README: it compiles, since it stands here, and the README has the same.
@Suite struct ReadmeTests {
  private func example() async {
    let journey = Journey.createJourney { config in
      config.serverUrl = "https://am.example.com/am"
      config.realm = "alpha"
    }
    var node = await journey.start("Login")
    if let step = node as? ContinueNode {
      for callback in step.callbacks {
        switch callback {
        case let callback as NameCallback: callback.name = "demo"
        case let callback as PasswordCallback: callback.password = "Ch4ng31t"
        default: break
        }
      }
      node = await step.next()
    }
    _ = node
  }

  @Test func `the Swift of the README is the code above`() throws {
    let own = URL(filePath: #filePath)
    let root = own.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
    #expect(blocks.count == 1)
    let source = try String(contentsOf: own, encoding: .utf8)
    for block in blocks {
      let indented = block.components(separatedBy: "\n").map { "    \($0)" }.joined(separator: "\n")
      #expect(source.contains(indented))
    }
  }
}
