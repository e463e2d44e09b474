import JSON

/// Which buttons a confirmation has.
///
/// - Source: am-protocol 3.3.
public enum OptionType: Int, Sendable, Hashable {
  /// Those of `options`.
  case unspecified = -1
  /// Yes and no.
  case yesNo = 0
  /// Yes, no and cancel.
  case yesNoCancel = 1
  /// OK and cancel.
  case okCancel = 2
  /// Missing, or a value that is not known.
  case unknown = -2

  /// The buttons with their constants on the wire, where the server sent no labels.
  var buttons: [CallbackOption] {
    switch self {
    case .yesNo: [Self.yes, Self.no]
    case .yesNoCancel: [Self.yes, Self.no, Self.cancel]
    case .okCancel: [Self.ok, Self.cancel]
    case .unspecified, .unknown: []
    }
  }

  private static let yes = CallbackOption(value: 0, label: "Yes")
  private static let no = CallbackOption(value: 1, label: "No")
  private static let cancel = CallbackOption(value: 2, label: "Cancel")
  private static let ok = CallbackOption(value: 3, label: "OK")
}
