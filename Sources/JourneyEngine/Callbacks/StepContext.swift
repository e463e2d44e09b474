public import JSON

/// What a callback may need to know of the step that it stands in.
public struct StepContext: Sendable {
  /// The step as received, null for a callback on its own.
  public let document: JSON

  /// The context for the callbacks of a step document.
  public init(_ document: JSON = .null) {
    self.document = document
  }

  /// The text that the chains of the open fork send beside a callback, mostly what was wrong with its last answer.
  ///
  /// Wire: `infoText`, an array of texts by callback position, `""` for none, maybe shorter than `callbacks`.
  ///
  /// - Source: am-protocol 2.12.
  public func info(at index: Int) -> String? {
    guard let text = document["infoText"]?[index]?.string, !text.isEmpty else { return nil }
    return text
  }

  /// The stage, which AM 6.5 sends in a metadata callback instead.
  ///
  /// - Source: am-protocol 2.7.
  public var stage: String? {
    if let stage = document["stage"]?.string, !stage.isEmpty { return stage }
    return siblings.lazy.compactMap { ($0 as? MetadataCallback)?.stage }.first
  }

  /// The WebAuthn options of the step, in whichever form they came.
  public var webAuthn: WebAuthnOptions? {
    siblings.lazy.compactMap { callback in
      (callback as? MetadataCallback)?.webAuthn ?? (callback as? TextOutputCallback)?.webAuthn
    }.first
  }

  /// The callbacks of the step, without their answers.
  private var siblings: [any Callback] {
    (document["callbacks"]?.array ?? []).enumerated().map { index, received in
      CallbackCatalogue.make(received, index: index, step: StepContext())
    }
  }
}
