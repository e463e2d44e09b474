import HTTPClient

/// One segment of a URL's path.
enum PathEncoding {
  /// Percent-encoded; a name of dots alone is encoded too, else a URL parser would take it for "this folder" or "the one
  /// above".
  static func segment(_ name: String) -> String {
    switch name {
    case ".": "%2E"
    case "..": "%2E%2E"
    default: PercentEncoding.encode(name)
    }
  }
}
