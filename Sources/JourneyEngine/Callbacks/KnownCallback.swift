/// A callback of the catalogue: the table makes it from its `type`.
protocol KnownCallback: Callback {
  /// The `type` on the wire. It is not always the name of the class, which is the SDK's.
  static var wireType: String { get }

  init(_ wire: WireCallback)
}
