extension String {
  /// Equality by UTF-8 bytes. `==` holds for texts that differ in their bytes: the Kelvin sign equals `K`, so that
  /// a name of the wire would match another one.
  func isExactly(_ other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
