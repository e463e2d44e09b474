import JSON
import Testing

@testable import JourneySandbox

extension ExportMaker {
  /// The journeys of an export.
  static func load(_ document: JSON) throws -> JourneyLibrary {
    var library: JourneyLibrary?
    try TemporaryFile.with(document.text()) { library = try JourneyLibrary(realms: ["/", "/alpha"], paths: [$0]) }
    return try #require(library)
  }

  /// Why an export is refused.
  static func refusal(_ document: JSON) throws -> SandboxError {
    var refusal: SandboxError?
    try TemporaryFile.with(document.text()) { path in
      refusal = #expect(throws: SandboxError.self) { try JourneyLibrary(realms: ["/"], paths: [path]) }
      #expect(refusal?.file == path)
    }
    return try #require(refusal)
  }
}
