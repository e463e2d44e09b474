/// A callback of a type that the catalogue does not have, or without a type.
///
/// It is shown by its outputs, each input can be set on its own, and it goes back as it came. An input keeps the
/// type that was received: what is set for a boolean must be one. Whether it has to be answered is not known, so it
/// never asks for it.
///
/// - Source: am-protocol 3.1 (custom nodes), case C012.
public final class UnknownCallback: Callback {
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }
}
