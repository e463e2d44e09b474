import JSON
import Testing

struct RoundTripTests {
  @Test(arguments: JSON.Style.allCases)
  func `generated documents come back from every style`(_ style: JSON.Style) throws {
    var generator = DocumentGenerator(seed: 1)
    for _ in 0..<500 {
      let document = generator.value()
      let text = document.text(style)
      let back = try JSON(parsing: text)
      #expect(back.text(style) == text)
      if style != .sorted { #expect(back == document) }
    }
  }

  @Test func `damaged documents are refused or read, and what is read comes back`() throws {
    var generator = DocumentGenerator(seed: 2)
    var accepted = 0
    var refused = 0
    for _ in 0..<3000 {
      let bytes = generator.damaged(generator.value().bytes())
      do {
        let document = try JSON(parsing: bytes)
        #expect(try JSON(parsing: document.bytes()) == document)
        accepted += 1
      } catch {
        #expect((0...bytes.count).contains(error.offset))
        refused += 1
      }
    }
    #expect(accepted > 100)
    #expect(refused > 1000)
  }
}
