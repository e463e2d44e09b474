import JourneyCommands
import Testing

@Suite struct TableTests {
  @Test func `every name is there once`() {
    let names = CommandSpec.all.map(\.name)
    #expect(Set(names).count == names.count)
  }
}
