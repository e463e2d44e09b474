/// Names a module of ``JourneyConfig/module(_:_:)`` and the type of its settings.
public struct ModuleKey<Configuration: Sendable>: Sendable {
  let name: String
  let make: @Sendable () -> Configuration

  /// A key. Its name is its identity.
  package init(_ name: String, _ make: @escaping @Sendable () -> Configuration) {
    self.name = name
    self.make = make
  }
}
