import JourneyEngine
import Testing

/// What fuzzing found, so that it stays found.
@Suite struct FuzzFindingTests {
  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["<a/\u{0C}\u{0C}x>y", "<a\u{0C}href=\"https://b.example\">y</a>", "<br\u{0C}/>y"])
  func `a form feed in a tag is white space and ends no attribute twice`(_ text: String) {
    #expect(ServerText.readable(text).contains("y"))
    #expect(ServerText.message("<p>\(text)</p>").contains("y"))
  }
}
