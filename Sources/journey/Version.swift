/// The version of the program and of what its faces say of themselves.
enum Version {
  static let text = "0.1.0"
}
