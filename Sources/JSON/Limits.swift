extension JSON {
  /// What the parser takes at most, so that a document from outside can exhaust neither stack nor memory.
  public struct Limits: Sendable, Hashable {
    /// How deep arrays and objects may be nested: 1 allows `[]` and not `[[]]`. The parser recurses, so that more than
    /// ``deepest`` counts as ``deepest``.
    public var depth: Int

    /// How long a document may be, in bytes.
    public var bytes: Int

    /// 256 levels and 8 MiB.
    public static let standard = Limits()

    /// The most levels that can be allowed: far more than any document has, far less than a thread's stack holds.
    public static let deepest = 1024

    /// Limits of your own.
    public init(depth: Int = 256, bytes: Int = 8 << 20) {
      self.depth = depth
      self.bytes = bytes
    }
  }
}
