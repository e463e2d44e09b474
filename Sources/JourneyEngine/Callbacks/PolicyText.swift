import JSON

/// The readable line for each requirement code.
enum PolicyText {
  static func line(_ code: String, _ params: JSON.Object) -> String {
    params.isEmpty ? code : "\(code) \(JSON.object(params).text())"
  }
}
