import LineEditor

/// Where a line may break between two characters that no blank parts: in scripts that are written without blanks.
///
/// - Source: the rules of Unicode Standard Annex 14 for ideographs, opening and closing punctuation, and joined sequences.
enum LineBreak {
  static func isAllowed(between left: Unicode.Scalar, and right: Unicode.Scalar) -> Bool {
    guard TextWidth.of(left) == 2 || TextWidth.of(right) == 2 else { return false }
    return staysOpen(left) == false && belongsToWordBefore(right) == false && left.value != 0x20
  }

  /// What must not end a line: an opening bracket, a character that joins the next one to it.
  private static func staysOpen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation: true
    default: scalar.value == 0x200D
    }
  }

  /// What must not begin a line: closing punctuation, marks and joiners, small kana and the mark of a long vowel, a skin tone.
  private static func belongsToWordBefore(_ scalar: Unicode.Scalar) -> Bool {
    if TextWidth.of(scalar) == 0 || scalar.properties.isEmojiModifier { return true }
    switch scalar.properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .otherPunctuation, .modifierLetter: return true
    default: return "ぁぃぅぇぉっゃゅょァィゥェォッャュョ".unicodeScalars.contains(scalar)
    }
  }
}
