import JSON
import JourneyEngine

/// Names of profiles. A name is the name of a file, so it cannot lead anywhere else.
enum ProfileName {
  static func check(_ name: String) throws(Failure) {
    let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f && $0 != "/" }
    guard !name.isEmpty, name.utf8.count <= 100, isPlain, name.utf8.first != UInt8(ascii: ".") else {
      throw Failure(
        .config, "\"\(ServerText.line(name))\" cannot be the name of a profile.",
        hint: "A name has no slash and no control characters, does not begin with a dot, and has at most 100 bytes.",
        data: ["key": "profile", "candidates": []])
    }
  }
}
